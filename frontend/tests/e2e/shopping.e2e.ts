import type { BrowserContext, Locator, Page } from '@playwright/test'
import { expectAccessible, expectNarrowEnough } from './accessibility'
import { BASE_URL, takePictures } from './browser'
import { expect, test } from './fixtures'
import { Guest } from './guest'
import { demoPage, MyRecipes } from './my-recipes'
import { goOffline } from './offline'
import { pattern, text } from './text'

let person: BrowserContext
let page: Page
/** Somebody with recipes, which no test changes; what is to be bought stays in the browser. */
let cook: Guest
let ids: string[]

test.beforeAll(async () => {
  cook = await Guest.arrive()
  const pages = await Promise.all(['red-lentil-soup', 'chickpea-curry', 'tortilla-de-patatas'].map(demoPage))
  ids = await cook.import(...pages.map(({ path }) => path))
})

/** A thing to buy by its name, as the page has it. */
const thing = (name: string, on = page): Locator => on.locator(`[data-item="${name}"]`)
const tick = (name: string, on = page): Locator => thing(name, on).getByRole('checkbox')
const amountOf = async (name: string): Promise<string> =>
  ((await thing(name).locator('label').textContent()) ?? '').replace(/\s+/g, ' ')
const addButton = () => page.getByRole('button', { name: pattern('shopping.add') })
const left = (count: number, on = page) => on.locator(`[data-left="${count}"]`)

/** Opens the choice of what to buy for some recipes, as a link of the app does that names them. */
async function choose(on: Page, recipes: readonly string[]): Promise<void> {
  await on.goto(`${BASE_URL}/shopping-list`)
  await on.evaluate((ids) => history.replaceState({ usr: { ids }, key: 'choose', idx: 0 }, ''), recipes)
  await on.reload()
  await on.getByRole('heading', { level: 1, name: text('shopping.choose') }).waitFor()
}

/** What somebody does with the things to buy for several recipes. */
test.describe('shopping', () => {
  test.beforeEach(async ({ context, page: own }) => {
    ;[person, page] = [context, own]
    await cook.enter(person)
  })

  test('begins with a recipe, for as many as its page shows', async () => {
    await page.goto(`${BASE_URL}/recipes/${ids[0]}`)
    await page.getByRole('button', { name: text('scale.options') }).click()
    await page.getByText('2×', { exact: true }).click()
    await page.getByRole('checkbox', { name: /^500 g red lentils/ }).waitFor()
    await page.getByRole('link', { name: text('recipe.shop'), exact: true }).click()
    await page.getByRole('heading', { level: 1, name: text('shopping.choose') }).waitFor()
    await expect.poll(() => amountOf('red lentils')).toBe('red lentils 500 g')
    await page.getByRole('button', { name: text('scale.fewer') }).click()
    await expect.poll(() => amountOf('red lentils')).toBe('red lentils 438 g')
    await page.getByRole('textbox', { name: text('recipe.servings'), exact: true }).fill('4')
    await page.getByRole('textbox', { name: text('recipe.servings'), exact: true }).press('Enter')
    await expect.poll(() => amountOf('red lentils')).toBe('red lentils 250 g')
  })

  test('leaves out what is at home, and remembers it', async () => {
    await page.goto(`${BASE_URL}/recipes/${ids[0]}`)
    await page.getByRole('link', { name: text('recipe.shop'), exact: true }).click()
    const home = page.getByRole('region', { name: text('shopping.pantry') })
    await home.locator('[data-item="olive oil"]').waitFor()
    expect(await tick('olive oil').isChecked()).toBe(false)
    expect(await tick('red lentils').isChecked()).toBe(true)
    await tick('carrots').uncheck()
    await takePictures(page, 'shopping-choose')
    await expectNarrowEnough(page, 'choosing what to buy')
    await expectAccessible(page, 'choosing what to buy')
    await addButton().click()
    await page.getByRole('heading', { level: 1, name: text('shopping.title') }).waitFor()
    await thing('red lentils').waitFor()
    expect(await thing('carrots').count()).toBe(0)
    // The way back leads to the recipe, not to the choice.
    await page.goBack()
    await page.getByRole('heading', { level: 1, name: 'Red Lentil Soup' }).waitFor()
    await page.getByRole('link', { name: text('recipe.shop'), exact: true }).click()
    await home.locator('[data-item="carrots"]').waitFor()
    expect(await tick('carrots').isChecked()).toBe(false)
  })

  test('adds up what several recipes of several languages ask for', async () => {
    await choose(page, ids.slice(0, 1))
    await addButton().click()
    await thing('red lentils').waitFor()
    await new MyRecipes(page).open()
    await page.getByRole('button', { name: text('list.select'), exact: true }).click()
    // Whoever has a list finds the way back to it.
    expect(
      await page
        .getByRole('main')
        .getByRole('link', { name: text('list.shopping'), exact: true })
        .first()
        .getAttribute('href'),
    ).toBe('/shopping-list')
    for (const title of [/Chickpea/, /Tortilla/]) {
      await page.getByRole('checkbox', { name: title }).first().click()
    }
    await page
      .getByRole('region', { name: text('selection.label') })
      .getByRole('link', { name: text('selection.shop'), exact: true })
      .click()
    await page.getByRole('heading', { level: 1, name: text('shopping.choose') }).waitFor()
    await page.getByText('Tortilla', { exact: false }).first().waitFor()
    await addButton().click()
    await page.getByRole('heading', { level: 1, name: text('shopping.title') }).waitFor()
    await expect.poll(() => page.locator('[data-item]').count()).toBeGreaterThan(12)
    const onion = page.locator('[data-item]').filter({ hasText: /onion/ })
    await expect.poll(() => onion.count()).toBe(1)
    const said = ((await onion.textContent()) ?? '').replace(/\s+/g, ' ')
    expect(said).toMatch(/^onionRed Lentil Soup.* · .*Tortilla.* 3$/)
    const aisles = await page.locator('[data-aisle]').evaluateAll((all) => all.map((each) => each.dataset['aisle']))
    expect(aisles.slice(0, 1)).toEqual(['produce'])
    await takePictures(page, 'shopping-list')
    await expectNarrowEnough(page, 'the shopping list')
    await expectAccessible(page, 'the shopping list')
  })
})

/** Somebody whose list is full already. */
test.describe('a shopping list', () => {
  let full: Awaited<ReturnType<BrowserContext['storageState']>>

  test.beforeAll(async ({ browser }) => {
    const before = await browser.newContext()
    await cook.enter(before)
    const choosing = await before.newPage()
    await choose(choosing, ids)
    await choosing.getByRole('button', { name: pattern('shopping.add') }).click()
    await thing('red lentils', choosing).waitFor()
    full = await before.storageState()
    await before.close()
  })

  test.beforeEach(async ({ newPerson }) => {
    person = await newPerson({ storageState: full, permissions: ['clipboard-read', 'clipboard-write'] })
    page = await person.newPage()
    await page.goto(`${BASE_URL}/shopping-list`)
    await thing('red lentils').waitFor()
  })

  /** Adds what no recipe asks for. */
  const write = async (name: string) => {
    const field = page.getByRole('textbox', { name: text('shopping.addItem'), exact: true })
    await field.fill(name)
    await field.press('Enter')
    await thing(name).waitFor()
    await expect.poll(() => field.inputValue()).toBe('')
  }

  test('takes what no recipe asks for', async () => {
    await write('kitchen foil')
  })

  test('is ticked off without a network, seen by another tab and still so after a reload', async () => {
    await write('kitchen foil')
    const other = await person.newPage()
    await other.goto(`${BASE_URL}/shopping-list`)
    await thing('kitchen foil', other).waitFor()
    const all = await page.locator('[data-item]').count()
    await left(all).waitFor()
    await goOffline(page)
    await tick('kitchen foil').check()
    await tick('red lentils').check()
    await left(all - 2).waitFor()
    await left(all - 2, other).waitFor()
    expect(await tick('red lentils', other).isChecked()).toBe(true)
    await person.setOffline(false)
    await page.reload()
    await left(all - 2).waitFor()
    expect(await tick('kitchen foil').isChecked()).toBe(true)
  })

  test('is copied as text, without what is in the basket', async () => {
    await tick('red lentils').check()
    await page.getByRole('button', { name: text('shopping.copy') }).click()
    await page.getByText(text('shopping.copied')).waitFor()
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    expect(copied.startsWith(`${text('shopping.title')}\n\n${text('shopping.aisle.produce')}\n- `)).toBe(true)
    expect(copied).toMatch(/^- .*onion.* – 3$/m)
    expect(copied).not.toContain('red lentils')
    expect(copied).not.toMatch(/[\u00a0\u202f]/)
  })

  test('is shared where the device can share', async () => {
    const phone = await person.newPage()
    await phone.addInitScript(() => {
      navigator.share = async (shared) => {
        document.body.dataset['shared'] = JSON.stringify(shared)
      }
    })
    await phone.goto(`${BASE_URL}/shopping-list`)
    await phone.getByRole('button', { name: text('share.device') }).click()
    const shared = phone.locator('body[data-shared]')
    await shared.waitFor()
    expect(JSON.parse((await shared.getAttribute('data-shared')) ?? '')).toMatchObject({
      title: text('shopping.title'),
      text: expect.stringContaining('- '),
    })
  })

  test('gives back what was removed', async () => {
    await write('kitchen foil')
    for (const name of ['kitchen foil', 'red lentils']) await tick(name).check()
    const all = await page.locator('[data-item]').count()
    await page.getByRole('button', { name: text('shopping.removeChecked', { count: 2 }) }).click()
    await left(all - 2).waitFor()
    expect(await thing('red lentils').count()).toBe(0)
    await page.getByRole('button', { name: text('shopping.undo'), exact: true }).click()
    await thing('red lentils').waitFor()
    expect(await tick('red lentils').isChecked()).toBe(true)
    await page.getByRole('button', { name: text('shopping.remove', { name: 'Red Lentil Soup' }) }).click()
    await expect.poll(() => thing('red lentils').count()).toBe(0)
    await page
      .locator('[data-toast]')
      .filter({ hasText: 'Red Lentil Soup' })
      .getByRole('button', { name: text('shopping.undo'), exact: true })
      .click()
    await thing('red lentils').waitFor()
  })

  test('is done with the keyboard alone', async () => {
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '')
    await page.getByRole('textbox', { name: text('shopping.addItem'), exact: true }).focus()
    await page.keyboard.type('milk')
    await page.keyboard.press('Enter')
    await thing('milk').waitFor()
    await tick('milk').focus()
    await page.keyboard.press('Space')
    await expect.poll(() => tick('milk').isChecked()).toBe(true)
    await page.keyboard.press('Tab')
    expect(await focused()).toBe(text('shopping.remove', { name: 'milk' }))
    await page.keyboard.press('Enter')
    await expect.poll(() => thing('milk').count()).toBe(0)
    // The next thing to remove is at hand.
    expect(await focused()).toMatch(pattern('shopping.remove'))
  })

  test('is sent to the grocery service, which opens beside it and knows nothing of it', async () => {
    const delivery = page.getByRole('region', { name: text('shopping.send.title') })
    const region = delivery.getByRole('combobox', { name: text('shopping.region') })
    expect(await region.inputValue()).toBe('US')
    await takePictures(page, 'shopping-send')
    const opened = person.waitForEvent('page')
    await delivery.getByRole('button', { name: pattern('shopping.send') }).click()
    const shop = await opened
    const link = delivery.getByRole('link', { name: text('shopping.send.open') })
    await link.waitFor()
    await shop.waitForURL((await link.getAttribute('href')) ?? '')
    await shop.getByText('patatas – 700 g').first().waitFor()
    expect(await shop.evaluate(() => window.opener)).toBeNull()
    // Where it does not deliver, nothing is offered.
    await region.selectOption(text('shopping.region.elsewhere'))
    await delivery.getByText(text('shopping.send.elsewhere')).waitFor()
    expect(await delivery.getByRole('button').count()).toBe(0)
    await region.selectOption(text('shopping.region.CA'))
    await delivery.getByRole('button', { name: pattern('shopping.send') }).waitFor()
    expect(await link.count()).toBe(0)
  })

  test('is emptied, and says what to do then', async () => {
    await page.getByRole('button', { name: text('shopping.clear') }).click()
    await page.getByRole('heading', { name: text('shopping.empty') }).waitFor()
    await takePictures(page, 'shopping-empty')
    await expectAccessible(page, 'an empty shopping list')
  })

  test('says at the address alone what the list has, in every language', async () => {
    for (const [prefix, title] of [
      ['/es', text('shopping.title', {}, 'es')],
      ['/fr', text('shopping.title', {}, 'fr')],
    ]) {
      await page.goto(`${BASE_URL}${prefix}/shopping-list`)
      await page.getByRole('heading', { level: 1, name: title ?? '' }).waitFor()
      expect(await page.title()).toBe(`${title} – Zest`)
    }
  })

  test('is not offered to be sent where there is no service', async () => {
    await page.route('**/config.json', async (route) => {
      const response = await route.fetch()
      const config = (await response.json()) as object
      await route.fulfill({ response, json: { ...config, groceries: false } })
    })
    await page.goto(`${BASE_URL}/shopping-list`)
    await page.getByRole('textbox', { name: text('shopping.addItem'), exact: true }).fill('milk')
    await page.keyboard.press('Enter')
    await thing('milk').waitFor()
    await page.getByRole('button', { name: text('shopping.copy') }).waitFor()
    expect(await page.getByRole('heading', { name: text('shopping.send.title') }).count()).toBe(0)
  })
})
