import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectAccessibleInEveryTheme, expectNarrowEnough } from './accessibility'
import { BASE_URL, launchBrowser, newPerson, takePictures, watchForFaults } from './browser'
import { MyRecipes } from './my-recipes'

/** A page that holds three recipes: each step stands on the one before. */
describe('a page with several recipes', () => {
  let browser: Browser
  let person: BrowserContext
  let page: Page
  let list: MyRecipes
  let faults: string[]

  beforeAll(async () => {
    browser = await launchBrowser()
    person = await newPerson(browser)
    page = await person.newPage()
    faults = watchForFaults(page)
    list = new MyRecipes(page)
    await list.open()
    await list.importAndOpen({ path: '/demo/several', title: 'Tomato sauce', language: 'en', kind: 'JSON-LD' })
  })

  afterAll(async () => {
    await browser?.close()
  })

  const others = () => page.locator('[data-others]')

  it('offers the others, out of the way', async () => {
    await others().waitFor()
    expect(await page.getByRole('button', { name: 'Add: Fig chutney' }).isVisible()).toBe(false)
    await page.getByText('This page has 2 more recipes').click()
    await page.getByRole('button', { name: 'Add: Fig chutney' }).waitFor()
    await page.getByRole('button', { name: 'Add: Green sauce' }).waitFor()
    await expectAccessibleInEveryTheme(page, 'other recipes of a page')
    await expectNarrowEnough(page, 'other recipes of a page')
    await takePictures(page, 'several-recipes')
  })

  it('says what failed without a network, and adds the chosen one as a recipe of its own afterwards', async () => {
    await person.setOffline(true)
    await page.getByRole('button', { name: 'Add: Fig chutney' }).click()
    await others().getByRole('alert').getByText('Zest could not be reached.').waitFor()
    await person.setOffline(false)
    await page.getByRole('button', { name: 'Add: Fig chutney' }).click()
    await page.getByRole('link', { name: 'In your recipes: Fig chutney' }).click()
    await page
      .locator('article[data-status="SUCCESS"]')
      .getByRole('heading', { level: 1, name: 'Fig chutney' })
      .waitFor()
    await page.getByText('6 figs').first().waitFor()
    expect(await others().count()).toBe(0)
  })

  it('asks about the page’s own recipe only, when the same address is added again', async () => {
    await list.open()
    await list.count('SUCCESS', 2)
    await page.getByRole('link', { name: 'Tomato sauce' }).first().click()
    await others().waitFor()
    await page.getByText('This page has 2 more recipes').click()
    await page.getByRole('link', { name: 'In your recipes: Fig chutney' }).waitFor()
    await page.getByRole('button', { name: 'Add: Green sauce' }).waitFor()
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Delete recipe' }).click()
    await list.count('SUCCESS', 1)
    await list.paste(`${BASE_URL}/demo/several`)
    await list.count('SUCCESS', 2)
    await list.paste(`${BASE_URL}/demo/several`)
    await page.getByText('You already have this').first().waitFor()
    expect(faults).toEqual([])
  })
})
