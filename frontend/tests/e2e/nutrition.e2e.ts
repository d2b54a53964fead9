import type { Page } from '@playwright/test'
import { expectAccessible } from './accessibility'
import { BASE_URL } from './browser'
import { expect, test } from './fixtures'
import { text } from './text'

const DESSERT = {
  title: 'Dessert with gaps',
  servings: 2,
  language: 'en',
  ingredients: [
    { quantity: '200', unit: 'g', name: 'sugar' },
    { quantity: '30', unit: 'g', name: 'snark' },
    { name: 'whipped cream' },
    { name: 'salt' },
  ],
  instructions: ['Mix.'],
}

const nutrition = (page: Page) => page.getByRole('region', { name: text('nutrition.title') })
const missing = (page: Page, count: number) =>
  nutrition(page).getByRole('button', { name: text('nutrition.missing', { count }) })
const row = (page: Page, line: number) => page.locator(`[data-line="${line}"]`)

test.describe('computed nutrition', () => {
  test('names what it left out, and counts it once the owner corrects it', async ({ page, guest }) => {
    const id = await guest.write(DESSERT)
    await page.goto(`${BASE_URL}/recipes/${id}`)
    // 200 g of sugar for two.
    await expect(nutrition(page).locator('dd').first()).toHaveText(/387 kcal$/)
    await expect(nutrition(page).locator('[data-at-least]')).toHaveCount(4)

    await missing(page, 2).click()
    await expect(row(page, 1)).toHaveAttribute('data-left-out', 'UNKNOWN_FOOD')
    await expect(row(page, 2)).toHaveAttribute('data-left-out', 'NO_AMOUNT')
    await expect(row(page, 3)).toHaveAttribute('data-left-out', 'NEGLIGIBLE')
    await expect(row(page, 0)).toHaveAttribute('data-food', 'sugar')
    await expectAccessible(page, 'how nutrition is estimated')

    // One tap opens the correction, with the focus in the empty field.
    await row(page, 1).getByRole('button').click()
    await expect(page.locator('input[name=food]')).toBeFocused()
    await page.keyboard.type('boojum')
    await page.keyboard.press('Enter')
    await expect(page.getByText(text('nutrition.unknownFood'))).toBeVisible()
    await expectAccessible(page, 'a correction of nutrition')
    await page.locator('input[name=food]').fill('butter')
    await page.keyboard.press('Enter')
    await expect(row(page, 1)).toHaveAttribute('data-food', 'butter')

    await row(page, 2).getByRole('button').click()
    await expect(page.locator('input[name=grams]')).toBeFocused()
    await page.keyboard.type('50')
    await page.keyboard.press('Enter')
    await expect(page.locator('[data-left-out="NO_AMOUNT"]')).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(nutrition(page).locator('[data-at-least]')).toHaveCount(0)
    await expect(nutrition(page).locator('dd').first()).not.toHaveText(/387 kcal$/)

    // The corrections are on the server, and can be undone.
    await page.reload()
    await nutrition(page)
      .getByRole('button', { name: text('nutrition.how') })
      .click()
    await row(page, 1).getByRole('button').click()
    await page.getByRole('button', { name: text('nutrition.reset') }).click()
    await expect(row(page, 1)).toHaveAttribute('data-left-out', 'UNKNOWN_FOOD')
  })

  test('tells others what it left out, without a way to change it', async ({ page, guest, newPerson }) => {
    const id = await guest.write(DESSERT)
    await page.goto(`${BASE_URL}/recipes/${id}`)
    await missing(page, 2).waitFor()
    const other = await (await newPerson()).newPage()
    await other.goto(`${BASE_URL}/recipes/${id}`)
    await missing(other, 2).click()
    await expect(row(other, 1)).toBeVisible()
    await expect(row(other, 1).getByRole('button')).toHaveCount(0)
  })

  test('of a recipe without servings says why there is none', async ({ page, guest }) => {
    const id = await guest.write({ ...DESSERT, title: 'Dessert for nobody', servings: null })
    await page.goto(`${BASE_URL}/recipes/${id}`)
    await nutrition(page)
      .getByRole('button', { name: text('nutrition.why') })
      .click()
    await expect(page.locator('[data-nutrition-lines="4"]')).toBeVisible()
  })
})
