import type { BrowserContext, Page } from '@playwright/test'
import { expectAccessible, expectNoBarrier } from './accessibility'
import { BASE_URL, takePictures } from './browser'
import { expect, test } from './fixtures'
import type { MyRecipes } from './my-recipes'
import { goOffline } from './offline'
import { pattern, text } from './text'

/** What a cook puts on recipes for themselves. */
test.describe('a cook who keeps order', () => {
  let person: BrowserContext
  let page: Page
  let list: MyRecipes
  /** From the newest to the oldest, as the list shows them. */
  let ids: string[]
  let change: (place: number, fields: Readonly<Record<string, unknown>>) => Promise<void>

  test.beforeEach(async ({ context, page: own, list: ownList, guest }) => {
    ;[person, page, list] = [context, own, ownList]
    ids = []
    for (const title of ['Plum jam', 'Bean stew', 'Corn bread']) {
      ids.unshift(await guest.write({ title, ingredients: [{ name: 'salt' }], instructions: ['Cook it.'] }))
    }
    change = (place, fields) => guest.change(ids[place] ?? '', fields)
  })

  const heart = (place: number) => list.cards.nth(place).getByRole('button', { name: pattern('card.favourite') })
  const isPressed = (place: number) => heart(place).getAttribute('aria-pressed')
  const chips = () => page.getByRole('group', { name: text('collections.filter') })
  const found = (count: number) => page.locator(`[data-found="${count}"]`).waitFor()
  const selectButton = () => page.getByRole('button', { name: text('list.select'), exact: true })
  const bar = () => page.getByRole('region', { name: text('selection.label') })
  const marks = () => page.getByRole('region', { name: text('marks.title') })
  const named = (name: string) => chips().getByRole('button', { name })
  const isSent = () => expect.poll(() => waiting(page)).toEqual([])
  const openRecipe = () => page.goto(`${BASE_URL}/recipes/${ids[0]}`)

  test('makes a favourite by keyboard, finds it after a reload, and shows favourites alone', async () => {
    await list.open()
    await heart(1).focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => isPressed(1)).toBe('true')
    await isSent()
    await page.reload()
    await expect.poll(() => isPressed(1)).toBe('true')
    await named(text('collections.favourites')).click()
    await found(1)
    await page.waitForURL(/[?&]state=favourites/)
    await named(text('collections.favourites')).click()
    await found(3)
  })

  test('keeps a favourite that was made without a network, and sends it later', async () => {
    await list.open()
    // What sends marks is loaded with the first one.
    await heart(1).click()
    await isSent()
    await goOffline(page)
    await heart(0).click()
    await expect.poll(() => isPressed(0)).toBe('true')
    await expect.poll(() => waiting(page)).toHaveLength(1)
    await person.setOffline(false)
    await expect.poll(() => waiting(page), { timeout: 30_000 }).toEqual([])
    const other = await person.newPage()
    await other.goto(`${BASE_URL}/my-recipes?state=favourites`)
    await other.locator('[data-found="2"]').waitFor()
  })

  test('puts several into a collection at once, and narrows the list to it', async () => {
    await list.open()
    await selectButton().click()
    for (const place of [0, 2]) await list.cards.locator('..').nth(place).getByRole('checkbox').check()
    await bar()
      .getByRole('button', { name: text('selection.collect') })
      .click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: text('collect.add'), exact: true }).click()
    await dialog.getByText(text('collection.empty')).waitFor()
    await dialog.getByRole('combobox', { name: text('collect.new') }).fill('  Noël <b>2026</b> ')
    await expectNoBarrier(page, 'collect', 'anything')
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'hidden' })
    await named('Noël <b>2026</b>').click()
    await found(2)
    await page.waitForURL(/[?&]in=no/)
  })

  test('gives the collection another name, for all of its recipes', async () => {
    for (const place of [0, 2]) await change(place, { collections: ['Noël'] })
    await list.open()
    await named('Noël').click()
    await found(2)
    await page.getByRole('button', { name: text('collections.change') }).click()
    const name = page.getByRole('combobox', { name: text('collections.newName') })
    await name.fill('Christmas')
    await name.press('Enter')
    await named('Christmas').waitFor()
    await expect.poll(() => named('Noël').count()).toBe(0)
    await found(2)
    await isSent()
    await page.reload()
    await found(2)
    await expectAccessible(page, 'a collection')
    await takePictures(page, 'list-collections')
  })

  test('rates a recipe, takes it back, and finds the best first', async () => {
    await openRecipe()
    await marks()
      .getByRole('radio', { name: text('marks.stars', { count: 2 }) })
      .check()
    await page.keyboard.press('ArrowRight')
    await marks().locator('[data-rating="3"]').waitFor()
    await marks()
      .getByRole('button', { name: text('marks.noRating') })
      .click()
    await marks().locator('[data-rating="0"]').waitFor()
    await marks()
      .getByRole('radio', { name: text('marks.stars', { count: 5 }) })
      .check()
    await isSent()
    await page.reload()
    await marks().locator('[data-rating="5"]').waitFor()
    await page.goto(`${BASE_URL}/my-recipes?sort=best`)
    await page.getByRole('article').first().getByRole('heading', { name: 'Corn bread' }).waitFor()
  })

  test('notes that it was made, takes that back, and names another day', async () => {
    const day = 'February 1, 2026'
    await openRecipe()
    await marks()
      .getByRole('button', { name: text('made.today') })
      .click()
    await marks()
      .getByRole('button', { name: text('made.doneToday') })
      .waitFor()
    await page.getByRole('button', { name: text('made.undo'), exact: true }).click()
    await marks()
      .getByRole('button', { name: text('made.otherDay') })
      .click()
    const box = marks().getByLabel(text('made.other'))
    await box.fill('2999-01-01')
    await marks().getByText(text('made.wrongDay')).waitFor()
    await box.fill('2026-02-01')
    await marks()
      .getByRole('button', { name: text('made.add'), exact: true })
      .click()
    const made = marks().getByRole('button', { name: text('made.count', { count: 1, day }) })
    await made.waitFor()
    await isSent()
    await page.reload()
    await made.click()
    await expectAccessible(page, 'marks')
    await takePictures(page, 'recipe-marks')
    await marks()
      .getByRole('button', { name: text('made.remove', { day }) })
      .click()
    await marks()
      .getByRole('button', { name: text('made.otherDay') })
      .waitFor()
  })

  test('is in a collection that is there and in a new one, and a stranger sees none of it', async ({ newPerson }) => {
    for (const place of [0, 2]) await change(place, { collections: ['Christmas'] })
    await openRecipe()
    await marks()
      .getByRole('button', { name: text('collections.removeFrom', { name: 'Christmas' }) })
      .click()
    await marks()
      .getByRole('button', { name: text('collections.addTo') })
      .click()
    const name = marks().getByRole('combobox', { name: text('collections.name') })
    await name.fill('weekdays')
    await name.press('Enter')
    await marks().getByRole('link', { name: 'weekdays' }).waitFor()
    await isSent()
    const theirs = await (await newPerson()).newPage()
    await theirs.goto(page.url())
    await theirs.getByRole('region', { name: text('recipe.ingredients') }).waitFor()
    expect(await theirs.locator('[data-marks]').count()).toBe(0)
    expect(await theirs.getByText('weekdays').count()).toBe(0)
    await marks().getByRole('link', { name: 'weekdays' }).click()
    await found(1)
  })

  test('deletes a collection, and its recipes stay', async () => {
    await change(1, { collections: ['weekdays'] })
    await list.open()
    await named('weekdays').click()
    await found(1)
    await page.getByRole('button', { name: text('collections.change') }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: text('collections.delete') }).click()
    await dialog.getByText(text('collections.deleteConfirm', { count: 1 })).waitFor()
    await dialog.getByRole('button', { name: text('collections.deleteYes'), exact: true }).click()
    await found(3)
    await expect.poll(() => named('weekdays').count()).toBe(0)
  })
})

/** The keys under which marks wait to be sent. */
function waiting(page: Page): Promise<string[]> {
  return page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('zest.marks.')))
}
