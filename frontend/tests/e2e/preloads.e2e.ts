import type { Browser } from '@playwright/test'
import { PRELOADS_ID, type Preloads } from '../../src/shared/lib/browser/preloads'
import { BASE_URL } from './browser'
import { expect, test } from './fixtures'
import { someoneWithARecipe } from './weight'

type Someone = Awaited<ReturnType<typeof someoneWithARecipe>>

/** Requested paths and preloaded paths of a page. */
async function load(
  browser: Browser,
  { storage }: Someone,
  path: string,
  { route, locale }: Place,
  shown: string | null,
) {
  const person = await browser.newContext({ storageState: storage, serviceWorkers: 'block' })
  const asked: string[] = []
  person.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const page = await person.newPage()
  // Without the app, only the HTML can request files.
  if (shown === null) await page.route('**/assets/app-*.js', (blocked) => blocked.abort())
  await page.goto(`${BASE_URL}${path}`)
  const named = JSON.parse((await page.locator(`#${PRELOADS_ID}`).textContent()) ?? '') as Preloads
  const { code = [], words = {} } = named.pages[route] ?? {}
  const ahead = [...code, ...(words[locale] ?? [])]
  if (shown === null) await expect.poll(() => asked).toEqual(expect.arrayContaining(ahead))
  else await page.locator(shown).first().waitFor()
  await person.close()
  return { asked, ahead }
}

interface Place {
  readonly route: string
  readonly locale: string
}

const LIST = { route: 'myRecipes', locale: 'en', path: () => '/my-recipes', shown: 'article[data-recipe]' }
const RECIPE = {
  route: 'recipe',
  locale: 'fr',
  path: (id: string) => `/fr/recipes/${id}`,
  shown: 'article[data-status="SUCCESS"] h1',
}

for (const [name, place] of [
  ['the list', LIST],
  ['a recipe in French', RECIPE],
] as const) {
  test(`${name} preloads what it needs, once`, async ({ browser, context, guest }) => {
    const someone = await someoneWithARecipe(context, guest)
    const path = place.path(someone.id)
    const { asked, ahead } = await load(browser, someone, path, place, place.shown)
    expect(ahead.length).toBeGreaterThan(3)
    for (const file of [...ahead, '/config.json']) expect(asked.filter((one) => one === file)).toEqual([file])
    await load(browser, someone, path, place, null)
  })
}
