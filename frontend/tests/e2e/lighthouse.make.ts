import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { BASE_URL } from './browser'
import { expect, test } from './fixtures'
import { MyRecipes } from './my-recipes'

/*
 * Creates the browser profile for `make lighthouse`: a guest with some recipes. LIGHTHOUSE_PROFILE names its folder; its
 * file recipe.txt has the path of one recipe.
 */
const PAGES = ['tomato-galette', 'red-lentil-soup', 'carrot-cake', 'tortilla-de-patatas', 'tarte-aux-pommes']

test('guest with some recipes', async ({ playwright, launchOptions }) => {
  const folder = process.env['LIGHTHOUSE_PROFILE'] ?? ''
  const person = await playwright.chromium.launchPersistentContext(folder, {
    ...launchOptions,
    locale: 'en',
    serviceWorkers: 'allow',
  })
  const list = new MyRecipes(await person.newPage())
  await list.open()
  for (const name of PAGES) {
    await list.page.locator('[name="url"]').fill(`${BASE_URL}/demo/${name}.html`)
    await list.page.keyboard.press('Enter')
  }
  await list.count('SUCCESS', PAGES.length)
  const pictures = list.page.locator('article[data-status="SUCCESS"] img')
  await pictures.nth(PAGES.length - 1).waitFor()
  const id = await list.page.locator('article', { hasText: 'Galette' }).getAttribute('data-recipe')
  expect(id).toMatch(/^[0-9a-f]{32}$/)
  writeFileSync(join(folder, 'recipe.txt'), `/recipes/${id}`)
  // The script that stores the list when the page is left comes last.
  await list.page.locator('link[rel="manifest"]').waitFor({ state: 'attached' })
  await list.page.goto('about:blank')
  await person.close()
})
