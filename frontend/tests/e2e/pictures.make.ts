import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { LOCALES, type Locale, withLocale } from '../../src/shared/i18n/locale'
import { BASE_URL } from './browser'
import { expect, test } from './fixtures'

/**
 * Draws the screenshots of the landing page: `npm run pictures` with BASE_URL of `npm run dev:mock`, whose recipes have
 * addresses that do not name this machine.
 */
const FOLDER = join(import.meta.dirname, '../../public/pictures')
const TITLES: Record<Locale, RegExp> = { en: /Galette/, es: /Tortilla/, fr: /Tarte/ }
const SIZES = [
  { name: '', options: { viewport: { width: 1280, height: 800 } } },
  { name: '-phone', options: { viewport: { width: 390, height: 664 }, deviceScaleFactor: 2, hasTouch: true } },
] as const

test.beforeAll(() => {
  mkdirSync(FOLDER, { recursive: true })
})

for (const locale of LOCALES) {
  for (const { name, options } of SIZES) {
    test(`draws a recipe in ${locale}${name}`, async ({ newPerson }) => {
      const page = await (await newPerson({ ...options, locale })).newPage()
      await page.goto(`${BASE_URL}${withLocale('/my-recipes', locale)}`)
      await page.getByRole('link', { name: TITLES[locale] }).first().click()
      await page.locator('[data-nutrition="SUCCESS"] dd').first().waitFor()
      await page.evaluate(() => scrollTo(0, 0))
      // No pointer, focus or loading bar in the picture.
      await page.mouse.move(0, 0)
      await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
      await page.locator('[data-loading="false"]').waitFor({ state: 'attached' })
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        const webp = await asWebp(page, await page.screenshot(), 0.72)
        expect(webp.byteLength).toBeLessThan(60_000)
        writeFileSync(join(FOLDER, `recipe-${locale}${name}-${colorScheme}.webp`), webp)
      }
    })
  }
}

/** Chromium encodes the WebP, on a page without a content security policy. */
async function asWebp(page: Page, png: Buffer, quality: number): Promise<Buffer> {
  const blank = await page.context().newPage()
  const url = await blank.evaluate(
    async ([source, wanted]) => {
      const image = new Image()
      image.src = source
      await image.decode()
      const canvas = document.createElement('canvas')
      canvas.width = image.naturalWidth
      canvas.height = image.naturalHeight
      canvas.getContext('2d')?.drawImage(image, 0, 0)
      return canvas.toDataURL('image/webp', wanted)
    },
    [`data:image/png;base64,${png.toString('base64')}`, quality] as const,
  )
  await blank.close()
  return Buffer.from(url.split(',')[1] ?? '', 'base64')
}
