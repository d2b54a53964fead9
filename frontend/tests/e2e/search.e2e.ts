import type { Page } from '@playwright/test'
import { expectAccessible } from './accessibility'
import { BASE_URL } from './browser'
import { expect, test } from './fixtures'
import { Guest } from './guest'
import { text } from './text'

const search = (page: Page) => page.getByLabel(text('list.search'))
const panel = (page: Page) => page.locator('[data-filter-panel]')
const add = (page: Page, filter: string) => panel(page).locator(`[data-add-filter="${filter}"]`)
const titles = (page: Page) => page.locator('article[data-recipe]').getByRole('heading').allTextContents()
const line = (name: string) => ({ name })

test.describe('filters in the search', () => {
  let cook: Guest

  test.beforeAll(async () => {
    cook = await Guest.arrive()
    const today = new Date().toISOString().slice(0, 10)
    await cook.write({ title: 'Walnut loaf', ingredients: [line('walnuts'), line('flour')], total_time: 70, rating: 5 })
    await cook.write({
      title: 'Leek soup',
      ingredients: [line('leeks'), line('stock')],
      total_time: 25,
      madeOn: [today],
    })
    await cook.write({
      title: 'Tomato toast',
      ingredients: [line('tomatoes'), line('bread')],
      total_time: 10,
      rating: 4,
    })
  })

  test.beforeEach(async ({ context, list }) => {
    await cook.enter(context)
    await list.open()
    await list.count('SUCCESS', 3)
  })

  for (const [words, expected] of [
    ['without nuts', ['Tomato toast', 'Leek soup']],
    ['sin nueces', ['Tomato toast', 'Leek soup']],
    ['sans noix', ['Tomato toast', 'Leek soup']],
    ['under 30 minutes', ['Tomato toast', 'Leek soup']],
    ['menos de 30 minutos', ['Tomato toast', 'Leek soup']],
    ['moins de 30 minutes', ['Tomato toast', 'Leek soup']],
    ['4 stars', ['Tomato toast', 'Walnut loaf']],
    ['never cooked', ['Tomato toast', 'Walnut loaf']],
    ['tomatto', ['Tomato toast']],
    ['jamais cuisinées, 4 étoiles, sans noix', ['Tomato toast']],
  ] as const) {
    test(`“${words}” finds ${expected.join(', ')}`, async ({ page }) => {
      await search(page).fill(words)
      await expect.poll(() => titles(page)).toEqual(expected)
    })
  }

  test('buttons add filters, which the address keeps', async ({ page, list }) => {
    await page.locator('[data-filters]').click()
    await add(page, 'time').click()
    await add(page, 'stars').click()
    await expect.poll(() => titles(page)).toEqual(['Tomato toast'])
    await panel(page).locator('[data-filter="stars"]').waitFor()
    await expectAccessible(page, 'filters')
    await page.waitForURL(/[?&]q=under/)
    await page.reload()
    await list.live()
    await expect.poll(() => titles(page)).toEqual(['Tomato toast'])
    await search(page).fill('')
    await add(page, 'without').waitFor({ state: 'detached' })
    await page.locator('[data-filters]').click()
    await add(page, 'without').click()
    await page.keyboard.type('tomatoes')
    await expect.poll(() => titles(page)).toEqual(['Leek soup', 'Walnut loaf'])
  })

  test('what is at home orders the recipes, and stays on the device', async ({ page, list }) => {
    await search(page).fill('what can I cook')
    const home = page.locator('[data-at-home]')
    await home.getByLabel(text('home.label')).fill('Leeks, stock')
    await home.getByRole('button', { name: text('home.add') }).click()
    await expect.poll(async () => (await titles(page))[0]).toBe('Leek soup')
    await home.locator('[data-complete="1"]').waitFor()
    await expectAccessible(page, 'foods at home')
    await page.reload()
    await list.live()
    await expect.poll(async () => (await titles(page))[0]).toBe('Leek soup')
    await page.locator('[data-at-home="2"]').waitFor()
    await home.getByRole('button', { name: text('home.remove', { food: 'Leeks' }) }).click()
    await home.locator('[data-complete="0"]').waitFor()
  })

  test('filters fit 320 px', async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 640 })
    await page.goto(`${BASE_URL}/my-recipes?q=what+can+I+cook+under+30+minutes`)
    await page.locator('[data-at-home]').waitFor()
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  })
})
