import type { BrowserContext, Page, Response } from '@playwright/test'
import { expect, test } from './fixtures'
import { demoPage, MyRecipes } from './my-recipes'
import { text } from './text'

/** Duration of the undo, with a fake clock. */
test.describe('undo of a deletion', () => {
  let person: BrowserContext
  let page: Page
  let list: MyRecipes
  let title: string
  let deletions: Response[]

  test.beforeEach(async ({ context, page: own, list: ownList, guest }) => {
    ;[person, page, list] = [context, own, ownList]
    const demo = await demoPage('tomato-galette')
    title = demo.title
    await guest.import(demo.path)
    await person.clock.install()
    deletions = []
    person.on('response', (response) => {
      if (response.request().postData()?.includes('DeleteRecipe')) deletions.push(response)
    })
    await list.open()
    await list.count('SUCCESS', 1)
  })

  const undo = () => page.getByRole('button', { name: text('deletion.undo'), exact: true })
  const isFocused = () => undo().evaluate((button) => button === document.activeElement)

  /** Deletes the recipe on its page, which returns to the list. */
  async function deleteIt(): Promise<void> {
    await page.getByRole('link', { name: title }).click()
    await page.getByRole('button', { name: text('recipe.more'), exact: true }).click()
    await page.getByRole('menuitem', { name: text('recipe.delete'), exact: true }).click()
    await undo().waitFor()
  }

  test('undo ends after eight seconds and the recipe is deleted', async () => {
    await deleteIt()
    await person.clock.fastForward(8_000)
    await expect.poll(() => deletions.length).toBe(1)
    await undo().waitFor({ state: 'detached' })
    await list.count('SUCCESS', 0)
    await page.reload()
    await list.live()
    await list.count('SUCCESS', 0)
  })

  test('undo stays while it is hovered or focused', async () => {
    await deleteIt()
    await page.keyboard.press('F8')
    await expect.poll(isFocused).toBe(true)
    await person.clock.fastForward('10:00')
    await page.waitForURL('**/my-recipes')
    await page.getByRole('button', { name: text('files.choose') }).waitFor()
    await expect.poll(isFocused).toBe(true)
    await page.keyboard.press('Enter')
    await list.count('SUCCESS', 1)
    expect(deletions).toEqual([])
  })

  test('another tab does not end the undo', async () => {
    await deleteIt()
    await undo().hover()
    const other = new MyRecipes(await person.newPage())
    await other.open()
    await other.count('SUCCESS', 0)
    // Pending deletions of an earlier visit run after 15 seconds.
    await person.clock.fastForward('10:00')
    await page.bringToFront()
    await undo().click()
    await list.count('SUCCESS', 1)
    await other.count('SUCCESS', 1)
    expect(deletions).toEqual([])
  })
})
