import type { Browser, BrowserContext, Page, Response } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { BASE_URL, launchBrowser, newPerson, watchForFaults } from './browser'
import { type DemoPage, demoKitchen, MyRecipes } from './my-recipes'

/** How long the undo of a deletion stands, with the page's clock in our hand: no test waits for it, none races it. */
describe('the undo of a deletion', () => {
  let browser: Browser
  let demo: DemoPage
  let person: BrowserContext
  let page: Page
  let list: MyRecipes
  let faults: string[]
  let deletions: Response[]

  beforeAll(async () => {
    browser = await launchBrowser()
  })
  afterAll(async () => {
    await browser?.close()
  })

  beforeEach(async () => {
    person = await newPerson(browser)
    await person.clock.install()
    const [first] = (await demoKitchen(person)).recipes
    if (first === undefined) throw new Error('the demo kitchen is empty')
    demo = first
    page = await person.newPage()
    faults = watchForFaults(page)
    deletions = []
    person.on('response', (response) => {
      if (response.request().postData()?.includes('DeleteRecipe')) deletions.push(response)
    })
    list = new MyRecipes(page)
    await list.open()
    await list.paste(`${BASE_URL}${demo.path}`)
    await list.count('SUCCESS', 1)
  })
  afterEach(async () => {
    expect(faults).toEqual([])
    await person.close()
  })

  const undo = () => page.getByRole('button', { name: 'Undo', exact: true })
  const isFocused = () => undo().evaluate((button) => button === document.activeElement)

  /** Deletes the recipe on its own page, which leads back to the list. */
  async function deleteIt(): Promise<void> {
    await page.getByRole('link', { name: demo.title }).click()
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Delete recipe', exact: true }).click()
    await undo().waitFor()
  }

  it('ends after eight seconds that nobody holds, and then the recipe is deleted', async () => {
    await deleteIt()
    await person.clock.fastForward(8_000)
    await expect.poll(() => deletions.length).toBe(1)
    await undo().waitFor({ state: 'detached' })
    await list.count('SUCCESS', 0)
    await page.reload()
    await list.live()
    await list.count('SUCCESS', 0)
  })

  it('stands as long as somebody is at it, however long the page took to come', async () => {
    await deleteIt()
    await page.keyboard.press('F8')
    await expect.poll(isFocused).toBe(true)
    await person.clock.fastForward('10:00')
    await page.waitForURL('**/my-recipes')
    await page.getByRole('button', { name: 'Choose pictures or files' }).waitFor()
    await expect.poll(isFocused).toBe(true)
    await page.keyboard.press('Enter')
    await list.count('SUCCESS', 1)
    expect(deletions).toEqual([])
  })

  it('is not cut short by another tab', async () => {
    await deleteIt()
    await undo().hover()
    const other = new MyRecipes(await person.newPage())
    await other.open()
    await other.count('SUCCESS', 0)
    // What an earlier visit left behind would be deleted after 15 seconds.
    await person.clock.fastForward('10:00')
    await page.bringToFront()
    await undo().click()
    await list.count('SUCCESS', 1)
    await other.count('SUCCESS', 1)
    expect(deletions).toEqual([])
  })
})
