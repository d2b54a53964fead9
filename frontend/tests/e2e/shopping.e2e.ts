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
/** The list is stored in the browser, so the tests share recipes. */
let cook: Guest
let ids: string[]

test.beforeAll(async () => {
  cook = await Guest.arrive()
  const pages = await Promise.all(['red-lentil-soup', 'chickpea-curry', 'tortilla-de-patatas'].map(demoPage))
  ids = await cook.import(...pages.map(({ path }) => path))
})

const thing = (name: string, on = page): Locator => on.locator(`[data-item="${name}"]`)
const tick = (name: string, on = page): Locator => thing(name, on).getByRole('checkbox')
const amountOf = async (name: string): Promise<string> =>
  ((await thing(name).locator('label').textContent()) ?? '').replace(/\s+/g, ' ')
const addButton = () => page.getByRole('button', { name: pattern('shopping.add') })
const left = (count: number, on = page) => on.locator(`[data-left="${count}"]`)

/** Opens the ingredient selection for these recipes. */
async function choose(on: Page, recipes: readonly string[]): Promise<void> {
  await on.goto(`${BASE_URL}/shopping-list`)
  await on.evaluate((ids) => history.replaceState({ usr: { ids }, key: 'choose', idx: 0 }, ''), recipes)
  await on.reload()
  await on.getByRole('heading', { level: 1, name: text('shopping.choose') }).waitFor()
}

test.describe('shopping', () => {
  test.beforeEach(async ({ context, page: own }) => {
    ;[person, page] = [context, own]
    await cook.enter(person)
  })

  test('starts from a recipe with the shown servings', async () => {
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

  test('items at home are left out and remembered', async () => {
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
    // Back leads to the recipe, not to the selection.
    await page.goBack()
    await page.getByRole('heading', { level: 1, name: 'Red Lentil Soup' }).waitFor()
    await page.getByRole('link', { name: text('recipe.shop'), exact: true }).click()
    await home.locator('[data-item="carrots"]').waitFor()
    expect(await tick('carrots').isChecked()).toBe(false)
  })

  test('amounts of recipes in several languages are added up', async () => {
    await choose(page, ids.slice(0, 1))
    await addButton().click()
    await thing('red lentils').waitFor()
    await new MyRecipes(page).open()
    await page.getByRole('button', { name: text('list.select'), exact: true }).click()
    // The link to the list is shown.
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

/** A guest with a filled list. */
test.describe('shopping list', () => {
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

  const write = async (name: string) => {
    const field = page.getByRole('textbox', { name: text('shopping.addItem'), exact: true })
    await field.fill(name)
    await field.press('Enter')
    await thing(name).waitFor()
    await expect.poll(() => field.inputValue()).toBe('')
  }

  test('own item is added', async () => {
    await write('kitchen foil')
  })

  test('ticks work without a network, in another tab and after a reload', async () => {
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

  test('copied text leaves out ticked items', async () => {
    await tick('red lentils').check()
    await page.getByRole('button', { name: text('shopping.copy') }).click()
    await page.getByText(text('shopping.copied')).waitFor()
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    expect(copied.startsWith(`${text('shopping.title')}\n\n${text('shopping.aisle.produce')}\n- `)).toBe(true)
    expect(copied).toMatch(/^- .*onion.* – 3$/m)
    expect(copied).not.toContain('red lentils')
    expect(copied).not.toMatch(/[\u00a0\u202f]/)
  })

  test('share sheet is offered where available', async () => {
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

  test('removed item can be restored', async () => {
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

  test('list works by keyboard', async () => {
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
    // The focus is on the next remove button.
    expect(await focused()).toMatch(pattern('shopping.remove'))
  })

  test('list opens at the grocery service without a referrer', async () => {
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
    // Not offered where it does not deliver.
    await region.selectOption(text('shopping.region.elsewhere'))
    await delivery.getByText(text('shopping.send.elsewhere')).waitFor()
    expect(await delivery.getByRole('button').count()).toBe(0)
    await region.selectOption(text('shopping.region.CA'))
    await delivery.getByRole('button', { name: pattern('shopping.send') }).waitFor()
    expect(await link.count()).toBe(0)
  })

  test('recipes open in Bring! where the grocery service does not deliver', async () => {
    const link = page.getByRole('region', { name: text('shopping.bring.title') }).getByRole('link')
    expect(await link.count()).toBe(0)
    const delivery = page.getByRole('region', { name: text('shopping.send.title') })
    await delivery
      .getByRole('combobox', { name: text('shopping.region') })
      .selectOption(text('shopping.region.elsewhere'))
    await expect(link).toHaveCount(3)
    const address = new URL((await link.first().getAttribute('href')) ?? '')
    expect(address.origin).toBe('https://api.getbring.com')
    expect(address.searchParams.get('url')).toBe(`${BASE_URL}/recipes/${ids[0]}`)
    // The page that Bring! reads contains the ingredients.
    const recipePage = await page.request.get(address.searchParams.get('url') ?? '')
    expect(await recipePage.text()).toContain('"recipeIngredient"')
    await expectNarrowEnough(page, 'the shopping list with Bring!')
    await expectAccessible(page, 'the shopping list with Bring!')
  })

  test('each shop has its own order of aisles, on the page and in copied text', async () => {
    const shop = page.getByRole('combobox', { name: text('shopping.shop') })
    const aisles = () => page.locator('[data-aisle]').evaluateAll((all) => all.map((each) => each.dataset['aisle']))
    const usual = await aisles()
    await shop.selectOption(text('shopping.shop.new'))
    await page.getByRole('textbox', { name: text('shopping.shop.name') }).fill('Corner shop')
    await page.getByRole('button', { name: text('shopping.shop.add') }).click()
    const produce = { aisle: text('shopping.aisle.produce') }
    for (let place = 0; place < 3; place += 1) {
      await page.getByRole('button', { name: text('shopping.shop.down', produce) }).click()
    }
    await expect.poll(() => page.locator('[data-order]').nth(3).getAttribute('data-order')).toBe('produce')
    await expectNarrowEnough(page, 'arranging aisles')
    await expectAccessible(page, 'arranging aisles')
    await expect.poll(aisles).not.toEqual(usual)
    const own = await aisles()
    await page.getByRole('button', { name: text('shopping.copy') }).click()
    await page.getByText(text('shopping.copied')).waitFor()
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    expect(copied.indexOf(text('shopping.aisle.produce'))).toBeGreaterThan(
      copied.indexOf(text(`shopping.aisle.${own[0]}`)),
    )
    await page.reload()
    await thing('red lentils').waitFor()
    expect(await aisles()).toEqual(own)
    await shop.selectOption(text('shopping.shop.usual'))
    await expect.poll(aisles).toEqual(usual)
  })

  test('emptied list says what to do', async () => {
    await page.getByRole('button', { name: text('shopping.clear') }).click()
    await page.getByRole('heading', { name: text('shopping.empty') }).waitFor()
    await takePictures(page, 'shopping-empty')
    await expectAccessible(page, 'an empty shopping list')
  })

  test('list is named in every language', async () => {
    for (const [prefix, title] of [
      ['/es', text('shopping.title', {}, 'es')],
      ['/fr', text('shopping.title', {}, 'fr')],
    ]) {
      await page.goto(`${BASE_URL}${prefix}/shopping-list`)
      await page.getByRole('heading', { level: 1, name: title ?? '' }).waitFor()
      expect(await page.title()).toBe(`${title} – Zest`)
    }
  })

  test('grocery service is offered only where available', async () => {
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
