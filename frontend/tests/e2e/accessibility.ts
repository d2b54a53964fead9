import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { settled } from './browser'

const PALETTES = ['orange', 'green'] as const
const MODES = ['light', 'dark'] as const

/** Sets the theme. */
export async function wear(page: Page, palette: string, mode: string): Promise<void> {
  await page.evaluate(
    ([palette, mode]) => {
      document.documentElement.dataset['palette'] = palette
      document.documentElement.dataset['mode'] = mode
    },
    [palette, mode] as const,
  )
  await settled(page)
}

/**
 * Fails on axe findings in the current theme and size. Rules without colour give the same result in every theme, so
 * they run once per layout.
 */
export async function expectNoBarrier(page: Page, look: string, what: 'anything' | 'colours'): Promise<void> {
  const axe = new AxeBuilder({ page }).setLegacyMode()
  const { violations } = await (what === 'colours' ? axe.withRules(['color-contrast']) : axe).analyze()
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
  expect(found, look).toEqual([])
}

/** Checks all themes; ends in the default one. */
export async function expectAccessibleInEveryTheme(page: Page, screen: string): Promise<void> {
  let what: 'anything' | 'colours' = 'anything'
  for (const palette of PALETTES) {
    for (const mode of MODES) {
      await wear(page, palette, mode)
      await expectNoBarrier(page, `${screen}, ${palette} ${mode}`, what)
      what = 'colours'
    }
  }
  await wear(page, 'orange', 'system')
}

/** Checks the default theme; `every-screen` checks all. */
export async function expectAccessible(page: Page, screen: string): Promise<void> {
  await settled(page)
  await expectNoBarrier(page, screen, 'anything')
}

/** Fails if a page scrolls sideways at 320 px, and names the elements that overflow. */
export async function expectNarrowEnough(page: Page, screen: string): Promise<void> {
  const before = page.viewportSize()
  await page.setViewportSize({ width: 320, height: 640 })
  await settled(page)
  const tooWide = () =>
    page.evaluate(() => {
      if (document.documentElement.scrollWidth <= innerWidth) return []
      return Array.from(document.body.querySelectorAll('*'))
        .filter((element) => element.getBoundingClientRect().right > innerWidth + 0.5)
        .slice(0, 5)
        .map((element) => element.outerHTML.slice(0, 160))
    })
  await expect.poll(tooWide, `${screen} at 320 px`).toEqual([])
  if (before !== null) await page.setViewportSize(before)
}
