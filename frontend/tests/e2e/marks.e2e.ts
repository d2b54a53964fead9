import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectAccessibleOnEachDevice, expectNoBarrier } from './accessibility'
import { BASE_URL, newPerson, newVisitor, takePictures } from './browser'
import { demoKitchen, MyRecipes } from './my-recipes'

/** What a cook puts on recipes for themselves: each step stands on the one before. */
describe('a cook who keeps order', () => {
  let browser: Browser
  let person: BrowserContext
  let page: Page
  let list: MyRecipes
  let faults: string[]

  beforeAll(async () => {
    ;({ browser, person, page, faults } = await newVisitor())
    list = new MyRecipes(page)
    await list.open()
    const { recipes } = await demoKitchen(person)
    const three = recipes.slice(0, 3)
    for (const { path } of three) await list.paste(`${BASE_URL}${path}`)
    await list.count('SUCCESS', three.length)
  })

  afterAll(async () => {
    await browser?.close()
  })

  const heart = (place: number) => list.cards.nth(place).getByRole('button', { name: / is a favourite$/ })
  const isPressed = (place: number) => heart(place).getAttribute('aria-pressed')
  const chips = () => page.getByRole('group', { name: 'Favourites and collections' })
  const found = (count: number) => page.locator(`[data-found="${count}"]`).waitFor()
  const selectButton = () => page.getByRole('button', { name: 'Select', exact: true })
  const bar = () => page.getByRole('region', { name: 'Selected recipes' })
  const marks = () => page.getByRole('region', { name: 'For you alone' })
  const named = (name: string) => chips().getByRole('button', { name })

  it('makes a favourite by keyboard, finds it after a reload, and shows favourites alone', async () => {
    await heart(1).focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => isPressed(1)).toBe('true')
    await expect.poll(() => waiting(page)).toEqual([])
    await page.reload()
    await expect.poll(() => isPressed(1)).toBe('true')
    await named('Favourites').click()
    await found(1)
    await page.waitForURL(/[?&]state=favourites/)
    await named('Favourites').click()
    await found(3)
  })

  it('keeps a favourite that was made without a network, and sends it later', async () => {
    await person.setOffline(true)
    await heart(0).click()
    await expect.poll(() => isPressed(0)).toBe('true')
    await expect.poll(() => waiting(page)).toHaveLength(1)
    await person.setOffline(false)
    await expect.poll(() => waiting(page), { timeout: 30_000 }).toEqual([])
    const other = await person.newPage()
    await other.goto(`${BASE_URL}/my-recipes?state=favourites`)
    await other.locator('[data-found="2"]').waitFor()
    await other.close()
  })

  it('puts several into a collection at once, and narrows the list to it', async () => {
    await selectButton().click()
    for (const place of [0, 2]) await list.cards.locator('..').nth(place).getByRole('checkbox').check()
    await bar().getByRole('button', { name: 'Add to a collection' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await dialog.getByText('Give the collection a name.').waitFor()
    await dialog.getByRole('combobox', { name: 'New collection' }).fill('  Noël <b>2026</b> ')
    await expectNoBarrier(page, 'collect', 'anything')
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'hidden' })
    await named('Noël <b>2026</b>').click()
    await found(2)
    await page.waitForURL(/[?&]in=no/)
  })

  it('gives the collection another name, for all of its recipes', async () => {
    await page.getByRole('button', { name: 'Change collection' }).click()
    const name = page.getByRole('combobox', { name: 'Name of the collection' })
    await name.fill('Christmas')
    await name.press('Enter')
    await named('Christmas').waitFor()
    await expect.poll(() => named('Noël').count()).toBe(0)
    await found(2)
    await expect.poll(() => waiting(page)).toEqual([])
    await page.reload()
    await found(2)
    await expectAccessibleOnEachDevice(page, 'marks')
    await takePictures(page, 'list-collections')
  })

  it('rates a recipe, takes it back, and finds the best first', async () => {
    await list.cards.first().getByRole('link').first().click()
    const title = await page.locator('article').getByRole('heading', { level: 1 }).textContent()
    await marks().getByRole('radio', { name: '2 stars' }).check()
    await page.keyboard.press('ArrowRight')
    await marks().locator('[data-rating="3"]').waitFor()
    await marks().getByRole('button', { name: 'Take the rating back' }).click()
    await marks().locator('[data-rating="0"]').waitFor()
    await marks().getByRole('radio', { name: '5 stars' }).check()
    await expect.poll(() => waiting(page)).toEqual([])
    await page.reload()
    await marks().locator('[data-rating="5"]').waitFor()
    const other = await person.newPage()
    await other.goto(`${BASE_URL}/my-recipes?sort=best`)
    await other
      .getByRole('article')
      .first()
      .getByRole('heading', { name: title ?? '' })
      .waitFor()
    await other.close()
  })

  it('notes that it was made, takes that back, and names another day', async () => {
    await marks().getByRole('button', { name: 'I made it today' }).click()
    await marks().getByRole('button', { name: 'Made today' }).waitFor()
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await marks().getByRole('button', { name: 'Another day…' }).click()
    const day = marks().getByLabel('I made it on')
    await day.fill('2999-01-01')
    await marks().getByText('Choose a day that is not after today.').waitFor()
    await day.fill('2026-02-01')
    await marks().getByRole('button', { name: 'Add', exact: true }).click()
    await marks().getByRole('button', { name: 'Made once, February 1, 2026' }).waitFor()
    await expect.poll(() => waiting(page)).toEqual([])
    await page.reload()
    await marks().getByRole('button', { name: 'Made once, February 1, 2026' }).click()
    await expectAccessibleOnEachDevice(page, 'marks')
    await takePictures(page, 'recipe-marks')
    await marks().getByRole('button', { name: 'Take February 1, 2026 off the list' }).click()
    await marks().getByRole('button', { name: 'Another day…' }).waitFor()
  })

  it('is in a collection that is there and in a new one, and a stranger sees none of it', async () => {
    await marks().getByRole('button', { name: 'Take it out of Christmas' }).click()
    await marks().getByRole('button', { name: 'Add to a collection' }).click()
    const name = marks().getByRole('combobox', { name: 'Collection' })
    await name.fill('weekdays')
    await name.press('Enter')
    await marks().getByRole('link', { name: 'weekdays' }).waitFor()
    await expect.poll(() => waiting(page)).toEqual([])
    const stranger = await newPerson(browser)
    const theirs = await stranger.newPage()
    await theirs.goto(page.url())
    await theirs.getByRole('region', { name: 'Ingredients' }).waitFor()
    expect(await theirs.locator('[data-marks]').count()).toBe(0)
    expect(await theirs.getByText('weekdays').count()).toBe(0)
    await stranger.close()
    await marks().getByRole('link', { name: 'weekdays' }).click()
    await found(1)
  })

  it('deletes a collection, and its recipes stay', async () => {
    await page.getByRole('button', { name: 'Change collection' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Delete collection…' }).click()
    await dialog.getByText('Its recipe stays in your list.').waitFor()
    await dialog.getByRole('button', { name: 'Delete collection', exact: true }).click()
    await found(3)
    await expect.poll(() => named('weekdays').count()).toBe(0)
    expect(faults).toEqual([])
  })
})

/** The keys under which marks wait to be sent. */
function waiting(page: Page): Promise<string[]> {
  return page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('zest.marks.')))
}
