import { writeFileSync } from 'node:fs'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { BASE_URL, launchBrowser, newPerson } from './browser'
import { chunks, firstLoad, publicPages, someoneWithARecipe, type Weight } from './weight'

/** What a page may weigh in scripts, in bytes after Brotli: the list until its first rows, and any public page. */
const APP_LIMIT = 150_000
const PUBLIC_LIMIT = 3_000

let browser: Browser
const report: Record<'app' | 'public' | 'chunks', Weight[]> = { app: [], public: [], chunks: chunks() }

beforeAll(async () => {
  browser = await launchBrowser()
})

afterAll(async () => {
  await browser?.close()
  // `make budget` prints it.
  const file = process.env['BUDGET_REPORT']
  if (file !== undefined) writeFileSync(file, JSON.stringify(report))
})

it('shows the first rows of the list after 150 kB of scripts at most', async () => {
  const { storage, id } = await someoneWithARecipe(browser)
  const load = (path: string, shown: string) => firstLoad(browser, storage, path, shown)
  report.app = [
    await load('/my-recipes', 'article[data-recipe]'),
    await load('/es/my-recipes', 'article[data-recipe]'),
    await load('/fr/my-recipes', 'article[data-recipe]'),
    ...(await inTurn(
      [`/recipes/${id}`, `/recipes/${id}/edit`, `/recipes/${id}/cook`, '/profile', '/login', '/signup'],
      (path) => load(path, 'main :is(h1, h2, form)'),
    )),
  ]
  for (const list of report.app.slice(0, 3)) expect(list.bytes, list.page).toBeLessThanOrEqual(APP_LIMIT)
})

it('shows every public page with 3 kB of scripts at most', async () => {
  const person = await newPerson(browser)
  report.public = await publicPages(await person.newPage())
  for (const { page, bytes } of report.public) expect(bytes, `${BASE_URL}${page}`).toBeLessThanOrEqual(PUBLIC_LIMIT)
  await person.close()
})

async function inTurn<T, R>(items: readonly T[], act: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  for (const item of items) results.push(await act(item))
  return results
}
