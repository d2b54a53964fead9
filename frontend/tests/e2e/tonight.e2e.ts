import type { Page } from '@playwright/test'
import { expectAccessible, expectNarrowEnough } from './accessibility'
import { BASE_URL } from './browser'
import { expect, test } from './fixtures'
import type { Guest } from './guest'
import { goOffline } from './offline'
import { text } from './text'

const ROAST = {
  title: 'Roast chicken',
  servings: 4,
  total_time: 75,
  ingredients: [{ quantity: '1', unit: 'kg', name: 'chicken' }],
  instructions: ['Season the chicken.', 'Roast it for 60 minutes.', 'Carve.'],
}
const SALAD = {
  title: 'Potato salad',
  servings: 2,
  ingredients: [{ quantity: '400', unit: 'g', name: 'potatoes' }],
  instructions: ['Boil 400 g potatoes for 20 minutes.', 'Mix.'],
}

const starts = (page: Page) =>
  page.locator('[data-timeline]').evaluateAll((all) => all.map((one) => Number(one.getAttribute('data-start'))))

/** Creates two recipes, opens /tonight as the link of a selected list does, and returns their ids. */
async function plan(page: Page, guest: Guest): Promise<string[]> {
  const ids = [await guest.write(ROAST), await guest.write(SALAD)]
  await page.goto(`${BASE_URL}/tonight`)
  await page.evaluate((state) => history.replaceState({ usr: state, key: 'meal', idx: 0 }, ''), { ids })
  await page.reload()
  await page.locator('[data-meal="2"] [data-timeline]').nth(4).waitFor()
  return ids
}

test.describe('tonight', () => {
  test('interleaves the steps of recipes back from the time when they are ready', async ({ page, guest }) => {
    const [roast = '', salad = ''] = await plan(page, guest)
    await page.locator('input[name=ready]').fill('20:00')
    await expect(page.locator('[data-ready="20:00"]')).toBeVisible()
    const order = await page
      .locator('[data-timeline]')
      .evaluateAll((all) => all.map((one) => one.getAttribute('data-timeline')))
    // The potatoes boil while the chicken roasts.
    expect(order).toEqual(['0.0', '0.1', '1.0', '1.1', '0.2'])
    const times = await starts(page)
    expect(times).toEqual(times.toSorted((a, b) => a - b))
    await expectAccessible(page, 'tonight')
    await page.setViewportSize({ width: 360, height: 780 })
    await expectNarrowEnough(page, 'tonight on a phone')

    // Servings scale the steps, the shopping list and cook mode.
    await page.locator(`[data-meal-recipe="${salad}"] input`).fill('4')
    await page.keyboard.press('Enter')
    await expect(page.locator('[data-timeline="1.0"]')).toContainText('800 g potatoes')
    await page.getByRole('link', { name: text('tonight.shop') }).click()
    await page.getByRole('heading', { level: 1, name: text('shopping.choose') }).waitFor()
    await expect(page.locator('[data-item="potatoes"]')).toContainText('800 g')
    await page.goBack()

    await page.getByRole('link', { name: text('tonight.cook') }).click()
    await page.waitForURL(`**/recipes/${roast}/cook`)
    const tabs = page.getByRole('navigation', { name: text('tonight.title') })
    await expectAccessible(page, 'cook mode of several recipes')
    await tabs.getByRole('link', { name: SALAD.title }).click()
    await page.waitForURL(`**/recipes/${salad}/cook?x=2`)
    await expect(page.locator('[data-cook]')).toContainText('800 g potatoes')
    await tabs.getByRole('link', { name: text('tonight.timeline') }).click()
    await page.locator('[data-meal="2"]').waitFor()
  })

  test('keeps the meal on the device, also offline', async ({ page, guest }) => {
    const [, salad = ''] = await plan(page, guest)
    await page.getByRole('checkbox').first().check()
    await page.reload()
    await expect(page.getByRole('checkbox').first()).toBeChecked()
    const cook = page.getByRole('link', { name: text('tonight.cook') })
    await cook.click()
    await page.locator('[data-cook]').waitFor()
    await page.goBack()
    await cook.waitFor()
    await goOffline(page)
    await cook.click()
    await page.locator('[data-cook]').waitFor()
    await page.goBack()
    await expect(page.locator('[data-timeline]')).toHaveCount(5)
    await page
      .locator(`[data-meal-recipe="${salad}"]`)
      .getByRole('button', { name: text('tonight.remove', { title: SALAD.title }) })
      .click()
    await expect(page.locator('[data-timeline]')).toHaveCount(3)
    await page.getByRole('button', { name: text('tonight.clear') }).click()
    await expect(page.locator('[data-meal="0"]')).toBeVisible()
  })

  test('starts from a selection and from a recipe', async ({ page, guest, list }) => {
    const id = await guest.write(SALAD)
    await page.goto(`${BASE_URL}/recipes/${id}?servings=6`)
    await page.getByRole('button', { name: text('recipe.more'), exact: true }).click()
    await page.getByRole('menuitem', { name: text('tonight.add') }).click()
    await expect(page.locator('[data-timeline="0.0"]')).toContainText('1200 g potatoes')
    await page.goto(`${BASE_URL}/my-recipes`)
    await list.count('SUCCESS', 1)
  })
})
