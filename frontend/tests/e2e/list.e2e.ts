import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BASE_URL, launchBrowser, newPerson, takePictures, watchForFaults } from './browser'
import { type DemoPage, demoKitchen, MyRecipes } from './my-recipes'

describe('a cook with a full list', () => {
  let browser: Browser
  let person: BrowserContext
  let page: Page
  let list: MyRecipes
  let faults: string[]
  let recipes: DemoPage[]

  beforeAll(async () => {
    browser = await launchBrowser()
    person = await newPerson(browser)
    page = await person.newPage()
    faults = watchForFaults(page)
    list = new MyRecipes(page)
    ;({ recipes } = await demoKitchen(person))
    await list.open()
    for (const { path } of recipes) await list.paste(`${BASE_URL}${path}`)
    await list.count('SUCCESS', recipes.length)
  })

  afterAll(async () => {
    await browser?.close()
  })

  it('sees pictures that make one hungry', async () => {
    await page.waitForFunction(() => Array.from(document.images).filter((image) => image.complete).length > 3)
    await takePictures(page, 'grid')
    await page.getByRole('button', { name: 'As a list' }).click()
    await takePictures(page, 'lines')
    await page.getByRole('button', { name: 'As pictures' }).click()
    await page.getByRole('button', { name: 'Select', exact: true }).click()
    await page.getByRole('checkbox').first().click()
    await takePictures(page, 'selecting')
    await page.keyboard.press('Escape')
    await page.getByLabel('Search your recipes').fill('zzz')
    await page.getByText('No recipe matches').waitFor()
    await takePictures(page, 'nothing')
    await page.getByRole('button', { name: 'Show all recipes' }).click()
    await list.paste(`${BASE_URL}${recipes[0]?.path}?utm_source=x`)
    await page.locator('[data-have-already]').waitFor()
    await takePictures(page, 'have')
    expect(faults).toEqual([])
  })
})
