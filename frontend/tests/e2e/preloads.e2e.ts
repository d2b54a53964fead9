import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { PRELOADS_ID, type Preloads } from '../../src/shared/lib/browser/preloads'
import { BASE_URL, launchBrowser } from './browser'
import { someoneWithARecipe } from './weight'

let browser: Browser
let someone: Awaited<ReturnType<typeof someoneWithARecipe>>

beforeAll(async () => {
  browser = await launchBrowser()
  someone = await someoneWithARecipe(browser)
})

afterAll(async () => {
  await browser?.close()
})

/** What a page asks for, by path, and what it names to be fetched ahead. */
async function load(path: string, route: string, locale: string, shown: string | null) {
  const person = await browser.newContext({ storageState: someone.storage })
  const asked: string[] = []
  person.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const page = await person.newPage()
  // Without the app only the page itself can ask.
  if (shown === null) await page.route('**/assets/app-*.js', (blocked) => blocked.abort())
  await page.goto(`${BASE_URL}${path}`)
  const named = JSON.parse((await page.locator(`#${PRELOADS_ID}`).textContent()) ?? '') as Preloads
  const ahead = [...(named[route]?.code ?? []), ...(named[route]?.words[locale] ?? [])]
  if (shown === null) await expect.poll(() => asked).toEqual(expect.arrayContaining(ahead))
  else await page.locator(shown).first().waitFor()
  await person.close()
  return { asked, ahead }
}

it.each([
  ['the list', () => '/my-recipes', 'myRecipes', 'en', 'article[data-recipe]'],
  ['a recipe in French', () => `/fr/recipes/${someone.id}`, 'recipe', 'fr', 'article[data-status="SUCCESS"] h1'],
])('%s fetches ahead what it needs, once', async (_, path, route, locale, shown) => {
  const { asked, ahead } = await load(path(), route, locale, shown)
  expect(ahead.length).toBeGreaterThan(3)
  for (const file of [...ahead, '/config.json']) expect(asked.filter((one) => one === file)).toEqual([file])
  await load(path(), route, locale, null)
})
