import type { Browser, BrowserContext, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectAccessibleOnEachDevice } from './accessibility'
import { BASE_URL, newVisitor, takePictures } from './browser'
import { type DemoPage, demoKitchen, expectSame, MyRecipes } from './my-recipes'

/** Each step stands on the one before; what a step narrows or selects it gives back. */
describe('a cook with a full list', () => {
  let browser: Browser
  let person: BrowserContext
  let page: Page
  let list: MyRecipes
  let faults: string[]
  let recipes: DemoPage[]

  beforeAll(async () => {
    ;({ browser, person, page, faults } = await newVisitor())
    list = new MyRecipes(page)
    ;({ recipes } = await demoKitchen(person))
    await list.open()
    for (const { path } of recipes) await list.paste(`${BASE_URL}${path}`)
    await list.count('SUCCESS', recipes.length)
    // Tags come last.
    await page.getByRole('group', { name: 'Show only' }).getByRole('button').nth(7).waitFor()
  })

  afterAll(async () => {
    await browser?.close()
  })

  const search = () => page.getByLabel('Search your recipes')
  const titles = () => list.cards.getByRole('heading').allTextContents()
  const chips = () => page.getByRole('group', { name: 'Show only' })
  const selectButton = () => page.getByRole('button', { name: 'Select', exact: true })
  const bar = () => page.getByRole('region', { name: 'Selected recipes' })
  const box = (place: number): Locator => list.cards.locator('..').nth(place).getByRole('checkbox')
  const found = (count: number) => page.locator(`[data-found="${count}"]`).waitFor()
  const all = () => recipes.length

  it('finds a recipe by what is in it and by who has written it, without accents', async () => {
    await search().fill('creme AMAND')
    await found(1)
    await expect.poll(titles).toEqual(['Tarte fine aux pommes & à la crème d’amande'])
    await page.getByText(`1 of ${all()} recipes`).waitFor()
    await search().fill('cocina prueba')
    await expect.poll(titles).toEqual([expect.stringContaining('Arroz')])
    await search().fill('lentil')
    await page.getByRole('link', { name: 'Red Lentil Soup with Chilli Butter' }).waitFor()
  })

  it('finds the same again after a reload and on the way back from a recipe', async () => {
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

  it('narrows the list by tags, each further one narrower', async () => {
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
    await page.getByText('No recipe matches').waitFor()
    await takePictures(page, 'nothing')
    await page.getByRole('button', { name: 'Show all recipes' }).click()
    await found(all())
  })

  it('puts the list into another order', async () => {
    await page.getByLabel('Order').selectOption({ label: 'By title' })
    await page.waitForURL(/sort=title/)
    const compare = new Intl.Collator('en', { numeric: true }).compare
    const byTitle = (await titles()).toSorted(compare)
    await expect.poll(titles).toEqual(byTitle)
    await page.getByLabel('Order').selectOption({ label: 'Newest first' })
    await expect.poll(titles).not.toEqual(byTitle)
  })

  it('keeps the view on this device', async () => {
    await takePictures(page, 'grid')
    await page.getByRole('button', { name: 'As a list' }).click()
    await takePictures(page, 'lines')
    await expectAccessibleOnEachDevice(page, 'lines')
    await page.goto(`${BASE_URL}/my-recipes`)
    await page.getByRole('button', { name: 'As a list', pressed: true }).waitFor()
    await page.getByRole('button', { name: 'As pictures' }).click()
    await page.getByRole('button', { name: 'As pictures', pressed: true }).waitFor()
  })

  it('walks the cards with the arrow keys', async () => {
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

  it('selects by keyboard alone, deletes, and thinks better of it', async () => {
    await selectButton().focus()
    await page.keyboard.press('Enter')
    await box(0).focus()
    await page.keyboard.press('Space')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Space')
    await bar().getByText('2 selected').waitFor()
    await takePictures(page, 'selecting')
    await expectAccessibleOnEachDevice(page, 'selecting')
    await page.keyboard.press('Delete')
    await list.count('SUCCESS', all() - 2)
    await page.getByText('2 recipes removed').waitFor()
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await list.count('SUCCESS', all())
  })

  it('selects a range by mouse, and all by a key', async () => {
    await list.cards.nth(1).hover()
    await box(1).click()
    await list.cards.nth(4).click({ modifiers: ['Shift'] })
    await bar().getByText('4 selected').waitFor()
    await page.keyboard.press('ControlOrMeta+a')
    await bar().getByText(`${all()} selected`).waitFor()
    // What another search hides stays selected, and is told.
    await search().fill('lentil')
    await bar()
      .getByText(/of them are not shown/)
      .waitFor()
    await search().press('Escape')
    await bar().getByRole('button', { name: 'Stop selecting' }).click()
    await bar().waitFor({ state: 'detached' })
    await expect.poll(() => list.cards.count()).toBe(all())
  })

  it('selects by a long press of a finger, without opening the recipe', async () => {
    const state = await person.storageState()
    const phone = await browser.newContext({
      storageState: state,
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
    await phone.close()
  })

  it('is told which of many could not be deleted, and why', async () => {
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
    await bar().getByRole('button', { name: 'Delete', exact: true }).click()
    await list.count('SUCCESS', all() - 3)
    await endToast(page, '3 recipes removed')
    const report = page.locator('[data-report]')
    await report.getByText('1 of 3 recipes could not be deleted').waitFor()
    await list.count('SUCCESS', all() - 2)
    await expect.poll(() => list.ids()).toContain(refused)
    await takePictures(page, 'report')
    await expectAccessibleOnEachDevice(page, 'report')
    await page.unroute('**/graphql')
    await report.getByRole('button', { name: 'Keep them', exact: true }).click()
    await page.reload()
    await list.count('SUCCESS', all() - 2)
  })

  it('is asked before a page is imported twice', async () => {
    const have = (await list.cards.first().getByRole('link').getAttribute('href')) ?? ''
    const title = (await titles())[0]
    const address = recipes.find((recipe) => recipe.title === title)?.path
    await list.paste(`${BASE_URL}${address}/?utm_source=newsletter#top`)
    await page.getByText('You already have this:').waitFor()
    await takePictures(page, 'have')
    await page.getByRole('link', { name: 'Open the one you have' }).click()
    await page.waitForURL(`**${have}`)
    await page.goBack()
    await list.live()
    await list.paste(`${BASE_URL}${address}`)
    const before = await list.cards.count()
    await page.getByRole('button', { name: 'Import anyway' }).click()
    await list.count('SUCCESS', before + 1)
  })

  it('finds an address that another page hands on in the box, and nothing sent', async () => {
    const before = await list.cards.count()
    await page.goto(`${BASE_URL}/my-recipes?add=${encodeURIComponent('https://example.com/soup')}`)
    await list.live()
    await expect.poll(() => list.box.inputValue()).toBe('https://example.com/soup')
    await expect.poll(() => new URL(page.url()).search).toBe('')
    await expect.poll(() => list.cards.count()).toBe(before)
  })

  it('sees on another device at once what many at once become', async () => {
    const other = new MyRecipes(await person.newPage())
    await other.open()
    const before = await list.cards.count()
    await other.count('SUCCESS', before)
    await page.bringToFront()
    await selectButton().click()
    await page.keyboard.press('ControlOrMeta+a')
    await bar().getByText(`${before} selected`).waitFor()
    await box(0).click()
    await bar().getByRole('button', { name: 'Delete', exact: true }).click()
    await endToast(page, `${before - 1} recipes removed`)
    await other.count('SUCCESS', 1)
    await expectSame(list, other)
    await other.page.close()
  })

  it('fits a window of 320 pixels', async () => {
    await page.setViewportSize({ width: 320, height: 640 })
    for (const view of ['grid', 'list']) {
      await page.goto(`${BASE_URL}/my-recipes?view=${view}&q=`)
      await list.live()
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
    }
  })

  it('saw nothing break on the way', () => {
    expect(faults).toEqual([])
  })
})

const isFocused = (locator: Locator) => locator.evaluate((element) => element === document.activeElement)

/** Sends a message away, as its time would; what it offered to undo is then carried out. */
async function endToast(page: Page, text: string): Promise<void> {
  await page.getByText(text).waitFor()
  await page.keyboard.press('F8')
  await page.keyboard.press('Escape')
}
