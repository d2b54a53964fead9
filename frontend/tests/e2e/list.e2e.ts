import type { BrowserContext, Locator, Page } from '@playwright/test'
import { expectAccessible } from './accessibility'
import { BASE_URL, takePictures } from './browser'
import { expect, test } from './fixtures'
import { Guest } from './guest'
import { type DemoPage, demoKitchen, expectSame, MyRecipes } from './my-recipes'
import { pattern, text } from './text'

let person: BrowserContext
let page: Page
let list: MyRecipes

const search = () => page.getByLabel(text('list.search'))
const titles = () => list.cards.getByRole('heading').allTextContents()
const chips = () => page.getByRole('group', { name: text('list.filter') })
const selectButton = () => page.getByRole('button', { name: text('list.select'), exact: true })
const bar = () => page.getByRole('region', { name: text('selection.label') })
const selected = (count: number) => bar().getByText(text('selection.count', { count }))
const box = (place: number): Locator => list.cards.locator('..').nth(place).getByRole('checkbox')
const found = (count: number) => page.locator(`[data-found="${count}"]`).waitFor()

/** These tests change nothing that is stored, so they look at one list. */
test.describe('a cook with a full list', () => {
  let cook: Guest
  let recipes: DemoPage[]
  const all = () => recipes.length

  test.beforeAll(async () => {
    ;({ recipes } = await demoKitchen())
    cook = await Guest.arrive()
    await cook.import(...recipes.map(({ path }) => path))
  })

  test.beforeEach(async ({ context, page: own, list: ownList }) => {
    ;[person, page, list] = [context, own, ownList]
    await cook.enter(person)
    await list.open()
    await list.count('SUCCESS', all())
  })

  test('finds a recipe by what is in it and by who has written it, without accents', async () => {
    await search().fill('creme AMAND')
    await found(1)
    await expect.poll(titles).toEqual(['Tarte fine aux pommes & à la crème d’amande'])
    await page.getByText(text('list.found', { found: 1, all: all() })).waitFor()
    await search().fill('cocina prueba')
    await expect.poll(titles).toEqual([expect.stringContaining('Arroz')])
    await search().fill('lentil')
    await page.getByRole('link', { name: 'Red Lentil Soup with Chilli Butter' }).waitFor()
  })

  test('finds the same again after a reload and on the way back from a recipe', async () => {
    await search().fill('lentil')
    await page.waitForURL(/[?&]q=lentil/)
    await page.reload()
    await page.getByRole('link', { name: 'Red Lentil Soup with Chilli Butter' }).click()
    await page.getByRole('heading', { level: 1, name: 'Red Lentil Soup' }).waitFor()
    await page.goBack()
    await page.getByRole('link', { name: 'Red Lentil Soup with Chilli Butter' }).waitFor()
    await expect.poll(() => search().inputValue()).toBe('lentil')
    await search().press('Escape')
    await found(all())
    await page.waitForURL((url) => !url.searchParams.has('q'))
  })

  test('narrows the list by tags, each further one narrower', async () => {
    await chips().getByRole('button').nth(7).waitFor()
    const first = chips().getByRole('button').first()
    const count = Number((await first.textContent())?.match(/\d+$/)?.[0])
    await first.click()
    await found(count)
    await expect.poll(() => new URL(page.url()).searchParams.getAll('tag')).toHaveLength(1)
    // Of what is left, each tag says how many it would leave.
    const second = chips().getByRole('button', { pressed: false }).first()
    const left = Number((await second.textContent())?.match(/\d+$/)?.[0])
    expect(left).toBeLessThanOrEqual(count)
    await second.click()
    await found(left)
    await page.goto(`${BASE_URL}/my-recipes?tag=nobody-has-this`)
    await page.getByText(text('nothing.title')).waitFor()
    await takePictures(page, 'nothing')
    await page.getByRole('button', { name: text('nothing.showAll') }).click()
    await found(all())
  })

  test('puts the list into another order', async () => {
    await page.getByLabel(text('list.sort')).selectOption({ label: text('list.sort.title') })
    await page.waitForURL(/sort=title/)
    const compare = new Intl.Collator('en', { numeric: true }).compare
    const byTitle = (await titles()).toSorted(compare)
    await expect.poll(titles).toEqual(byTitle)
    await page.getByLabel(text('list.sort')).selectOption({ label: text('list.sort.newest') })
    await expect.poll(titles).not.toEqual(byTitle)
  })

  test('keeps the view on this device', async () => {
    await takePictures(page, 'grid')
    await page.getByRole('button', { name: text('list.view.list'), exact: true }).click()
    await takePictures(page, 'lines')
    await expectAccessible(page, 'lines')
    await page.goto(`${BASE_URL}/my-recipes`)
    await page.getByRole('button', { name: text('list.view.list'), exact: true, pressed: true }).waitFor()
    await page.getByRole('button', { name: text('list.view.grid') }).click()
    await page.getByRole('button', { name: text('list.view.grid'), pressed: true }).waitFor()
  })

  test('walks the cards with the arrow keys', async () => {
    const links = list.cards.getByRole('link')
    await links.first().focus()
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => isFocused(links.nth(1))).toBe(true)
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => isFocused(links.nth(5))).toBe(true)
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('ArrowLeft')
    await expect.poll(() => isFocused(links.first())).toBe(true)
  })

  test('selects a range by mouse, and all by a key', async () => {
    await list.cards.nth(1).hover()
    await box(1).click()
    await list.cards.nth(4).click({ modifiers: ['Shift'] })
    await selected(4).waitFor()
    await page.keyboard.press('ControlOrMeta+a')
    await selected(all()).waitFor()
    // What another search hides stays selected, and is told.
    await search().fill('lentil')
    await bar().getByText(pattern('selection.outOfSight')).waitFor()
    await search().press('Escape')
    await bar()
      .getByRole('button', { name: text('selection.end') })
      .click()
    await bar().waitFor({ state: 'detached' })
    await expect.poll(() => list.cards.count()).toBe(all())
  })

  test('selects by a long press of a finger, without opening the recipe', async ({ newPerson }) => {
    const phone = await newPerson({
      storageState: await person.storageState(),
      viewport: { width: 360, height: 780 },
      hasTouch: true,
      isMobile: true,
    })
    const touched = new MyRecipes(await phone.newPage())
    await touched.open()
    await touched.count('SUCCESS', all())
    const cdp = await phone.newCDPSession(touched.page)
    const card = touched.cards.first()
    await card.scrollIntoViewIfNeeded()
    const place = await card.boundingBox()
    if (place === null) throw new Error('the card is not on the page')
    const touchPoints = [{ x: place.x + place.width / 2, y: place.y + 40 }]
    await cdp.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints })
    await touched.page.locator('[data-selection="1"]').waitFor()
    await cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    await touched.cards.nth(1).tap()
    await touched.page.locator('[data-selection="2"]').waitFor()
    await expect.poll(() => new URL(touched.page.url()).pathname).toBe('/my-recipes')
  })

  test('finds an address that another page hands on in the box, and nothing sent', async () => {
    await page.goto(`${BASE_URL}/my-recipes?add=${encodeURIComponent('https://example.com/soup')}`)
    await list.live()
    await expect.poll(() => list.box.inputValue()).toBe('https://example.com/soup')
    await expect.poll(() => new URL(page.url()).search).toBe('')
    await expect.poll(() => list.cards.count()).toBe(all())
  })

  test('fits a window of 320 pixels', async () => {
    await page.setViewportSize({ width: 320, height: 640 })
    for (const view of ['grid', 'list']) {
      await page.goto(`${BASE_URL}/my-recipes?view=${view}&q=`)
      await list.live()
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
    }
  })
})

test.describe('a cook with some recipes', () => {
  let some: DemoPage[]

  test.beforeEach(async ({ context, page: own, list: ownList, guest }) => {
    ;[person, page, list] = [context, own, ownList]
    some = (await demoKitchen()).recipes.slice(0, 4)
    await guest.import(...some.map(({ path }) => path))
    await list.open()
    await list.count('SUCCESS', 4)
  })

  test('selects by keyboard alone, deletes, and thinks better of it', async () => {
    await selectButton().focus()
    await page.keyboard.press('Enter')
    await box(0).focus()
    await page.keyboard.press('Space')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Space')
    await selected(2).waitFor()
    await takePictures(page, 'selecting')
    await expectAccessible(page, 'selecting')
    await page.keyboard.press('Delete')
    await list.count('SUCCESS', 2)
    await page.getByText(text('deletion.doneMany', { count: 2 })).waitFor()
    await page.getByRole('button', { name: text('deletion.undo'), exact: true }).click()
    await list.count('SUCCESS', 4)
  })

  test('is told which of many could not be deleted, and why', async () => {
    // The server refuses one: it is left out of what is asked, and its refusal is added to the answer.
    let refused = ''
    await page.route('**/graphql', async (route) => {
      const body: { query: string; variables: { ids?: string[] } } = route.request().postDataJSON()
      const ids = body.variables.ids
      if (ids === undefined || !body.query.includes('deleteRecipes')) return route.continue()
      refused = ids[0] ?? ''
      const answer = await route.fetch({
        postData: JSON.stringify({ ...body, variables: { ids: ids.slice(1) } }),
      })
      const { data } = await answer.json()
      const refusal = { id: refused, deleted: false, error: 'Zest can not tell why.' }
      return route.fulfill({ response: answer, json: { data: { deleteRecipes: [refusal, ...data.deleteRecipes] } } })
    })
    await selectButton().click()
    for (const place of [0, 1, 2]) await box(place).click()
    await bar()
      .getByRole('button', { name: text('selection.remove'), exact: true })
      .click()
    await list.count('SUCCESS', 1)
    await endToast(page, text('deletion.doneMany', { count: 3 }))
    const report = page.locator('[data-report]')
    await report.getByText(text('report.title', { failed: 1, count: 3 })).waitFor()
    await list.count('SUCCESS', 2)
    await expect.poll(() => list.ids()).toContain(refused)
    await takePictures(page, 'report')
    await expectAccessible(page, 'report')
    await page.unroute('**/graphql')
    await report.getByRole('button', { name: text('report.dismiss'), exact: true }).click()
    await page.reload()
    await list.count('SUCCESS', 2)
  })

  test('is asked before a page is imported twice', async () => {
    const have = (await list.cards.first().getByRole('link').getAttribute('href')) ?? ''
    const title = (await titles())[0]
    const address = some.find((recipe) => recipe.title === title)?.path
    await list.paste(`${BASE_URL}${address}/?utm_source=newsletter#top`)
    await page.getByText(pattern('same.done')).waitFor()
    await takePictures(page, 'have')
    await page.getByRole('link', { name: text('same.open') }).click()
    await page.waitForURL(`**${have}`)
    await page.goBack()
    await list.live()
    await list.paste(`${BASE_URL}${address}`)
    await page.getByRole('button', { name: text('same.import') }).click()
    await list.count('SUCCESS', 5)
  })

  test('sees on another device at once what many at once become', async () => {
    const other = new MyRecipes(await person.newPage())
    await other.open()
    await other.count('SUCCESS', 4)
    await page.bringToFront()
    await selectButton().click()
    await page.keyboard.press('ControlOrMeta+a')
    await selected(4).waitFor()
    await box(0).click()
    await bar()
      .getByRole('button', { name: text('selection.remove'), exact: true })
      .click()
    await endToast(page, text('deletion.doneMany', { count: 3 }))
    await other.count('SUCCESS', 1)
    await expectSame(list, other)
  })
})

const isFocused = (locator: Locator) => locator.evaluate((element) => element === document.activeElement)

/** Sends a message away, as its time would; what it offered to undo is then carried out. */
async function endToast(page: Page, text: string): Promise<void> {
  await page.getByText(text).waitFor()
  await page.keyboard.press('F8')
  await page.keyboard.press('Escape')
}
