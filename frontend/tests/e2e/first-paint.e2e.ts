import type { Page } from '@playwright/test'
import { BASE_URL } from './browser'
import { expect, test } from './fixtures'
import { someoneWithARecipe } from './weight'

/** Content before the app has loaded: the server's page of a recipe, and the list's stored first cards. */

const PHONE = { viewport: { width: 412, height: 823 } }
const APP = '**/assets/app-*.js'
/** Never answers, so that the app does not start. */
const stall = () => undefined
const PARSED = { waitUntil: 'domcontentloaded' } as const
/** Largest allowed movement of an element in pixels. */
const STILL = 2
const MAX_LAYOUT_SHIFT = 0.02

/** Left, top and width of the title, the headings and the first line and step. */
async function places(page: Page): Promise<Record<string, number[]>> {
  await page.evaluate(() => document.fonts.ready)
  return page.locator('article').evaluate((article) => {
    const line = article.querySelector('li')
    const found = {
      title: article.querySelector('h1'),
      picture: article.querySelector('header img'),
      ingredients: article.querySelector('section h2'),
      line,
      rest: line?.querySelector('.tabular-nums + span') ?? null,
      step: article.querySelector('ol li p'),
    }
    return Object.fromEntries(
      Object.entries(found).map(([name, element]) => {
        const { left = -1, top = -1, width = -1 } = element?.getBoundingClientRect() ?? {}
        return [name, name === 'rest' ? [left, top] : [left, top, width]]
      }),
    )
  })
}

test('a shared recipe is readable without scripts, in the language of its address', async ({ guest, newPerson }) => {
  const [id = ''] = await guest.import('/demo/carrot-cake.html')
  const reader = await newPerson({ javaScriptEnabled: false, ...PHONE })
  const page = await reader.newPage()
  await page.goto(`${BASE_URL}/fr/recipes/${id}`)
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr')
  await expect(page.locator('article h1')).toHaveAttribute('lang', 'en')
  await expect(page.locator('article header img')).toBeVisible()
  expect(await page.locator('article ul li').count()).toBeGreaterThan(5)
  expect(await page.locator('article ol li p').count()).toBeGreaterThan(3)
  await expect(page.locator('noscript')).toHaveCount(0)
})

for (const [name, size] of [
  ['phone', PHONE],
  ['desktop', { viewport: { width: 1280, height: 900 } }],
] as const) {
  test(`the app takes over a shared recipe without a jump on a ${name}`, async ({ guest, newPerson }) => {
    const [id = ''] = await guest.import('/demo/carrot-cake.html')
    const stranger = await newPerson(size)
    const page = await stranger.newPage()
    await page.route(APP, stall)
    await page.goto(`${BASE_URL}/recipes/${id}`, PARSED)
    await expect(page.locator('[data-shown-recipe]')).toBeVisible()
    const before = await places(page)
    await page.unroute(APP)
    await page.addInitScript(() => {
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          const { value = 0, hadRecentInput = false }: { value?: number; hadRecentInput?: boolean } = entry as never
          if (!hadRecentInput)
            document.documentElement.dataset['shift'] =
              `${Number(document.documentElement.dataset['shift'] ?? 0) + value}`
        }
      }).observe({ type: 'layout-shift', buffered: true })
    })
    await page.goto(`${BASE_URL}/recipes/${id}`)
    await page.locator('article[data-status="SUCCESS"]').waitFor()
    await page.locator('[data-connection="connected"]').waitFor()
    const after = await places(page)
    for (const [what, there] of Object.entries(before)) {
      for (const [index, value] of there.entries())
        expect(
          Math.abs((after[what]?.[index] ?? 0) - value),
          `${what}: ${there} and ${after[what]}`,
        ).toBeLessThanOrEqual(STILL)
    }
    expect(Number((await page.locator('html').getAttribute('data-shift')) ?? 0)).toBeLessThanOrEqual(MAX_LAYOUT_SHIFT)
  })
}

test('the list of the last visit is painted before the app runs', async ({ guest, list }) => {
  const [id = ''] = await guest.import('/demo/carrot-cake.html')
  const { page } = list
  await list.open()
  const card = page.locator(`[data-recipe="${id}"]`)
  await card.locator('img').waitFor()
  // The script that stores the list comes last.
  await page.locator('link[rel="manifest"]').waitFor({ state: 'attached' })

  await page.route(APP, stall)
  await page.reload(PARSED)
  await expect(page.locator('[data-stored-screen] > [inert]')).toBeVisible()
  await expect(card.locator('img')).toBeVisible()
  await expect(page.locator('[data-synced]')).toHaveCount(0)
  await page.goto(`${BASE_URL}/my-recipes?q=cake`, PARSED)
  await expect(page.locator('#root')).toBeVisible()
  await expect(card).toHaveCount(0)

  await page.unroute(APP)
  await list.open()
  await expect(page.locator('[inert]')).toHaveCount(0)
  await expect(card.getByRole('link').first()).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('zest.screen'))).toContain(id)
})

test('the list shows its stored first cards without the client library', async ({ browser, context, guest }) => {
  const { storage } = await someoneWithARecipe(context, guest)
  const person = await browser.newContext({ storageState: storage, serviceWorkers: 'block' })
  const page = await person.newPage()
  await page.route('**/assets/server-*.js', (asked) => asked.abort())
  await page.goto(`${BASE_URL}/my-recipes`)
  await page.locator('article[data-status="SUCCESS"] img').waitFor()
  await person.close()
})
