import type { Browser, BrowserContext, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectAccessibleInEveryTheme, expectNarrowEnough } from './accessibility'
import { BASE_URL, newVisitor, takePictures } from './browser'
import { demoPage, MyRecipes } from './my-recipes'

/** What somebody does with the things to buy for several recipes: each step stands on the one before. */
describe('shopping', () => {
  let browser: Browser
  let person: BrowserContext
  let page: Page
  let list: MyRecipes
  let faults: string[]

  beforeAll(async () => {
    ;({ browser, person, page, faults } = await newVisitor())
    await person.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: BASE_URL })
    list = new MyRecipes(page)
    await list.open()
    for (const [count, name] of ['red-lentil-soup', 'chickpea-curry', 'tortilla-de-patatas'].entries()) {
      const { path } = await demoPage(person, name)
      await list.paste(`${BASE_URL}${path}`)
      await list.count('SUCCESS', count + 1)
    }
  })

  afterAll(async () => {
    await browser?.close()
  })

  /** A thing to buy by its name, as the page has it. */
  const thing = (name: string, on = page): Locator => on.locator(`[data-item="${name}"]`)
  const tick = (name: string, on = page): Locator => thing(name, on).getByRole('checkbox')
  const amountOf = async (name: string): Promise<string> =>
    ((await thing(name).locator('label').textContent()) ?? '').replace(/\s+/g, ' ')
  const addButton = () => page.getByRole('button', { name: /^Add .*to the list$/ })
  const left = (count: number, on = page) => on.locator(`[data-left="${count}"]`)

  it('begins with a recipe, for as many as its page shows', async () => {
    await page.getByRole('link', { name: 'Red Lentil Soup' }).first().click()
    await page.getByText('2×', { exact: true }).click()
    await page.getByRole('checkbox', { name: /^500 g red lentils/ }).waitFor()
    await page.getByRole('link', { name: 'Shopping list', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'What do you need to buy?' }).waitFor()
    await expect.poll(() => amountOf('red lentils')).toBe('red lentils 500 g')
    await page.getByRole('button', { name: 'Fewer servings' }).click()
    await expect.poll(() => amountOf('red lentils')).toBe('red lentils 438 g')
    await page.getByRole('textbox', { name: 'Servings', exact: true }).fill('4')
    await page.getByRole('textbox', { name: 'Servings', exact: true }).press('Enter')
    await expect.poll(() => amountOf('red lentils')).toBe('red lentils 250 g')
  })

  it('leaves out what is at home, and remembers it', async () => {
    const home = page.getByRole('region', { name: 'Probably at home' })
    await home.locator('[data-item="olive oil"]').waitFor()
    expect(await tick('olive oil').isChecked()).toBe(false)
    expect(await tick('red lentils').isChecked()).toBe(true)
    await tick('carrots').uncheck()
    await takePictures(page, 'shopping-choose')
    await expectNarrowEnough(page, 'choosing what to buy')
    await expectAccessibleInEveryTheme(page, 'choosing what to buy')
    await addButton().click()
    await page.getByRole('heading', { level: 1, name: 'Shopping list' }).waitFor()
    await thing('red lentils').waitFor()
    expect(await thing('carrots').count()).toBe(0)
    // The way back leads to the recipe, not to the choice.
    await page.goBack()
    await page.getByRole('heading', { level: 1, name: 'Red Lentil Soup' }).waitFor()
    await page.getByRole('link', { name: 'Shopping list', exact: true }).click()
    await home.locator('[data-item="carrots"]').waitFor()
    expect(await tick('carrots').isChecked()).toBe(false)
  })

  it('adds up what several recipes of several languages ask for', async () => {
    await list.open()
    await page.getByRole('button', { name: 'Select', exact: true }).click()
    // Whoever has a list finds the way back to it.
    expect(
      await page
        .getByRole('main')
        .getByRole('link', { name: 'Shopping list', exact: true })
        .first()
        .getAttribute('href'),
    ).toBe('/shopping-list')
    for (const title of [/Chickpea/, /Tortilla/]) {
      await page.getByRole('checkbox', { name: title }).first().click()
    }
    await page
      .getByRole('region', { name: 'Selected recipes' })
      .getByRole('link', { name: 'Shopping list', exact: true })
      .click()
    await page.getByRole('heading', { level: 1, name: 'What do you need to buy?' }).waitFor()
    await page.getByText('Tortilla', { exact: false }).first().waitFor()
    await addButton().click()
    await page.getByRole('heading', { level: 1, name: 'Shopping list' }).waitFor()
    await expect.poll(() => page.locator('[data-item]').count()).toBeGreaterThan(12)
    const onion = page.locator('[data-item]').filter({ hasText: /onion/ })
    await expect.poll(() => onion.count()).toBe(1)
    const said = ((await onion.textContent()) ?? '').replace(/\s+/g, ' ')
    expect(said).toMatch(/^onionRed Lentil Soup.* · .*Tortilla.* 3$/)
    const aisles = await page.locator('[data-aisle]').evaluateAll((all) => all.map((each) => each.dataset['aisle']))
    expect(aisles.slice(0, 1)).toEqual(['produce'])
    await takePictures(page, 'shopping-list')
    await expectNarrowEnough(page, 'the shopping list')
    await expectAccessibleInEveryTheme(page, 'the shopping list')
  })

  it('takes what no recipe asks for', async () => {
    const field = page.getByRole('textbox', { name: 'Something else', exact: true })
    await field.fill('kitchen foil')
    await field.press('Enter')
    await thing('kitchen foil').waitFor()
    await expect.poll(() => field.inputValue()).toBe('')
  })

  it('is ticked off without a network, seen by another tab and still so after a reload', async () => {
    const other = await person.newPage()
    await other.goto(`${BASE_URL}/shopping-list`)
    await thing('kitchen foil', other).waitFor()
    const all = await page.locator('[data-item]').count()
    await left(all).waitFor()
    await person.setOffline(true)
    await tick('kitchen foil').check()
    await tick('red lentils').check()
    await left(all - 2).waitFor()
    await left(all - 2, other).waitFor()
    expect(await tick('red lentils', other).isChecked()).toBe(true)
    await person.setOffline(false)
    await other.close()
    await page.reload()
    await left(all - 2).waitFor()
    expect(await tick('kitchen foil').isChecked()).toBe(true)
  })

  it('is copied as text, without what is in the basket', async () => {
    await page.getByRole('button', { name: 'Copy as text' }).click()
    await page.getByText('The list is copied.').waitFor()
    const text = await page.evaluate(() => navigator.clipboard.readText())
    expect(text.startsWith('Shopping list\n\nFruit and vegetables\n- ')).toBe(true)
    expect(text).toMatch(/^- .*onion.* – 3$/m)
    expect(text).not.toContain('red lentils')
    expect(text).not.toMatch(/[\u00a0\u202f]/)
  })

  it('is shared where the device can share', async () => {
    const phone = await person.newPage()
    await phone.addInitScript(() => {
      navigator.share = async (shared) => {
        document.body.dataset['shared'] = JSON.stringify(shared)
      }
    })
    await phone.goto(`${BASE_URL}/shopping-list`)
    await phone.getByRole('button', { name: 'Share with…' }).click()
    const shared = phone.locator('body[data-shared]')
    await shared.waitFor()
    expect(JSON.parse((await shared.getAttribute('data-shared')) ?? '')).toMatchObject({
      title: 'Shopping list',
      text: expect.stringContaining('- '),
    })
    await phone.close()
  })

  it('gives back what was removed', async () => {
    const all = await page.locator('[data-item]').count()
    await page.getByRole('button', { name: /^Remove 2 in the basket$/ }).click()
    await left(all - 2).waitFor()
    expect(await thing('red lentils').count()).toBe(0)
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await thing('red lentils').waitFor()
    expect(await tick('red lentils').isChecked()).toBe(true)
    await page.getByRole('button', { name: 'Remove Red Lentil Soup' }).click()
    await expect.poll(() => thing('red lentils').count()).toBe(0)
    await page
      .locator('[data-toast]')
      .filter({ hasText: 'Red Lentil Soup' })
      .getByRole('button', { name: 'Undo', exact: true })
      .click()
    await thing('red lentils').waitFor()
  })

  it('is done with the keyboard alone', async () => {
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '')
    await page.getByRole('textbox', { name: 'Something else', exact: true }).focus()
    await page.keyboard.type('milk')
    await page.keyboard.press('Enter')
    await thing('milk').waitFor()
    await tick('milk').focus()
    await page.keyboard.press('Space')
    await expect.poll(() => tick('milk').isChecked()).toBe(true)
    await page.keyboard.press('Tab')
    expect(await focused()).toBe('Remove milk')
    await page.keyboard.press('Enter')
    await expect.poll(() => thing('milk').count()).toBe(0)
    // The next thing to remove is at hand.
    expect(await focused()).toMatch(/^Remove /)
  })

  it('is sent to the grocery service, which opens beside it and knows nothing of it', async () => {
    const delivery = page.getByRole('region', { name: 'Have it delivered' })
    const region = delivery.getByRole('combobox', { name: 'You shop in' })
    expect(await region.inputValue()).toBe('US')
    await takePictures(page, 'shopping-send')
    const opened = person.waitForEvent('page')
    await delivery.getByRole('button', { name: /^Send \d+ things to Instacart$/ }).click()
    const shop = await opened
    const link = delivery.getByRole('link', { name: 'Open the list at Instacart' })
    await link.waitFor()
    await shop.waitForURL((await link.getAttribute('href')) ?? '')
    await shop.getByText('patatas – 700 g').first().waitFor()
    expect(await shop.evaluate(() => window.opener)).toBeNull()
    await shop.close()
    // Where it does not deliver, nothing is offered.
    await region.selectOption('Elsewhere')
    await delivery.getByText('Instacart delivers in the United States and Canada.').waitFor()
    expect(await delivery.getByRole('button').count()).toBe(0)
    await region.selectOption('Canada')
    await delivery.getByRole('button', { name: /^Send/ }).waitFor()
    expect(await link.count()).toBe(0)
  })

  it('is emptied, and says what to do then', async () => {
    await page.getByRole('button', { name: 'Clear the list' }).click()
    await page.getByRole('heading', { name: 'Nothing to buy yet' }).waitFor()
    await takePictures(page, 'shopping-empty')
    await expectAccessibleInEveryTheme(page, 'an empty shopping list')
  })

  it('says at the address alone what the list has, in every language', async () => {
    for (const [prefix, title] of [
      ['/es', 'Lista de la compra'],
      ['/fr', 'Liste de courses'],
    ]) {
      await page.goto(`${BASE_URL}${prefix}/shopping-list`)
      await page.getByRole('heading', { level: 1, name: title ?? '' }).waitFor()
      expect(await page.title()).toBe(`${title} – Zest`)
    }
  })

  it('is not offered to be sent where there is no service', async () => {
    await page.route('**/config.json', async (route) => {
      const response = await route.fetch()
      const config = (await response.json()) as object
      await route.fulfill({ response, json: { ...config, groceries: false } })
    })
    await page.goto(`${BASE_URL}/shopping-list`)
    await page.getByRole('textbox', { name: 'Something else', exact: true }).fill('milk')
    await page.keyboard.press('Enter')
    await thing('milk').waitFor()
    await page.getByRole('button', { name: 'Copy as text' }).waitFor()
    expect(await page.getByRole('heading', { name: 'Have it delivered' }).count()).toBe(0)
    await page.unroute('**/config.json')
    expect(faults).toEqual([])
  })
})
