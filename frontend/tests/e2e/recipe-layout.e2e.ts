import type { Locator, Page } from '@playwright/test'
import { LOCALES, withLocale } from '../../src/shared/i18n/locale'
import { BASE_URL, settled } from './browser'
import { expect, test } from './fixtures'
import { Guest } from './guest'
import { demoKitchen } from './my-recipes'
import { text } from './text'

const SIZES = [
  { width: 1280, height: 800 },
  { width: 768, height: 1024 },
  { width: 390, height: 664 },
] as const
const PHONE = SIZES[2]
/** Width in px from which steps are beside the ingredients. */
const TWO_COLUMNS = 768
/** Ingredient lines that must be visible without scrolling. */
const LINES = 3
/** Maximum number of presses from one wanted control to the next. */
const MAX_PRESSES = 100

test.describe('recipe page layout', () => {
  let cook: Guest
  let ids: string[]

  test.beforeAll(async () => {
    const { recipes } = await demoKitchen()
    cook = await Guest.arrive()
    ids = await cook.import(...recipes.map(({ path }) => path))
  })

  for (const locale of LOCALES) {
    for (const reader of ['owner', 'stranger'] as const) {
      test(`ingredients are visible to the ${reader} without scrolling in ${locale}`, async ({ context, page }) => {
        if (reader === 'owner') await cook.enter(context)
        const misplaced: string[] = []
        for (const id of ids) {
          await page.goto(`${BASE_URL}${withLocale(`/recipes/${id}`, locale)}`)
          await page.locator('article[data-status="SUCCESS"]').waitFor()
          // The owner's tools load later.
          if (reader === 'owner') await page.locator('[data-assist]').waitFor()
          for (const size of SIZES) {
            await page.setViewportSize(size)
            await settled(page)
            const problem = problemOf(await placesOn(page), size)
            if (problem !== null) misplaced.push(`${size.width}×${size.height} ${await page.title()}: ${problem}`)
          }
        }
        expect(misplaced).toEqual([])
      })
    }
  }

  test('first row of cards is visible on a phone', async ({ context, page }) => {
    await cook.enter(context)
    await page.setViewportSize(PHONE)
    for (const locale of LOCALES) {
      await page.goto(`${BASE_URL}${withLocale('/my-recipes', locale)}`)
      // Marks load after the rows, and the chips with them.
      await page.locator('article[data-recipe] button[aria-pressed]').first().waitFor()
      await settled(page)
      for (const title of await page.locator('article[data-recipe] h2').evaluateAll(bottomsOfFirstRow)) {
        expect(title, `title of a card in ${locale}`).toBeLessThan(PHONE.height)
      }
    }
  })

  test('keyboard order follows the page', async ({ context, page }) => {
    await cook.enter(context)
    await page.goto(`${BASE_URL}/recipes/${ids[0]}`)
    const main = page.getByRole('main')
    await page.locator('[data-assist]').waitFor()
    const wanted = [
      main.getByRole('link', { name: text('recipe.back'), exact: true }),
      page.locator('[data-assist]').getByRole('button').first(),
      main.getByRole('button', { name: text('marks.favourite'), exact: true }),
      main.getByRole('button', { name: text('recipe.more'), exact: true }),
      main.getByRole('link', { name: text('recipe.cookMode'), exact: true }),
      main.getByRole('link', { name: text('recipe.shop'), exact: true }),
      main.getByRole('button', { name: text('scale.options') }),
      main.getByRole('checkbox').first(),
      main.getByRole('button', { name: text('step.mark', { number: 1 }) }),
      main.getByRole('radio').first(),
      main.getByRole('button', { name: text('made.today'), exact: true }),
    ]
    await page.getByRole('link', { name: text('recipe.back'), exact: true }).focus()
    const isFocused = (control: Locator) => control.evaluate((element) => element === document.activeElement)
    for (const [index, control] of wanted.entries()) {
      for (let presses = 0; presses < MAX_PRESSES && !(await isFocused(control)); presses += 1) {
        await page.keyboard.press('Tab')
      }
      expect(await isFocused(control), `the keyboard reaches control ${index}`).toBe(true)
    }
  })
})

interface Places {
  readonly scrolled: number
  readonly heading: DOMRect | null
  readonly lines: readonly DOMRect[]
  readonly steps: DOMRect | null
}

function bottomsOfFirstRow(titles: readonly Element[]): number[] {
  return titles.slice(0, 2).map((title) => title.getBoundingClientRect().bottom)
}

function placesOn(page: Page): Promise<Places> {
  return page.evaluate(() => {
    const rect = (element: Element | null) => element?.getBoundingClientRect().toJSON() ?? null
    return {
      scrolled: scrollY,
      heading: rect(document.querySelector('#ingredients')),
      lines: Array.from(document.querySelectorAll('section[aria-labelledby="ingredients"] ul > li'), rect),
      steps: rect(document.querySelector('#steps')),
    }
  })
}

function problemOf({ scrolled, heading, lines, steps }: Places, size: (typeof SIZES)[number]): string | null {
  const last = lines[Math.min(LINES, lines.length) - 1]
  if (heading === null || last === undefined) return 'there are no ingredients'
  if (scrolled !== 0) return `the page is scrolled by ${scrolled}`
  if (heading.top < 0 || last.bottom > size.height) return `heading at ${heading.top}, line ${LINES} to ${last.bottom}`
  if (steps === null || size.width < TWO_COLUMNS) return null
  const isBeside = steps.left > heading.right && Math.abs(steps.top - heading.top) < heading.height
  return isBeside ? null : `the steps are at ${steps.left}, ${steps.top}, not beside the ingredients`
}
