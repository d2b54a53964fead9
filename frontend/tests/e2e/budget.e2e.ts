import { writeFileSync } from 'node:fs'
import { BASE_URL } from './browser'
import { expect, test } from './fixtures'
import { chunks, firstLoad, publicPages, someoneWithARecipe, type Weight, withoutCards } from './weight'

/** Limits of scripts in bytes after Brotli: the list until its first rows, also on a new device, and public pages. */
const APP_LIMIT = 130_000
const NEW_DEVICE_LIMIT = 150_000
const PUBLIC_LIMIT = 3_000

const report: Record<'app' | 'public' | 'chunks', Weight[]> = { app: [], public: [], chunks: chunks() }

test.describe.configure({ mode: 'default' })

test.afterAll(() => {
  const file = process.env['BUDGET_REPORT']
  if (file !== undefined) writeFileSync(file, JSON.stringify(report))
})

test('shows the first rows of the list after 130 kB of scripts at most, on a new device 150 kB', async ({
  browser,
  context,
  guest,
}) => {
  const { storage, id } = await someoneWithARecipe(context, guest)
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
  const fresh = await firstLoad(browser, withoutCards(storage), '/fr/my-recipes', 'article[data-recipe]')
  report.app.push({ ...fresh, page: '/fr/my-recipes on a new device' })
  for (const list of report.app.slice(0, 3)) expect(list.bytes, list.page).toBeLessThanOrEqual(APP_LIMIT)
  expect(fresh.bytes, 'a new device').toBeLessThanOrEqual(NEW_DEVICE_LIMIT)
})

test('shows every public page with 3 kB of scripts at most', async ({ page }) => {
  report.public = await publicPages(page)
  for (const { page: path, bytes } of report.public)
    expect(bytes, `${BASE_URL}${path}`).toBeLessThanOrEqual(PUBLIC_LIMIT)
})

async function inTurn<T, R>(items: readonly T[], act: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  for (const item of items) results.push(await act(item))
  return results
}
