import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContextOptions, Page } from '@playwright/test'
import { LOCALES, type Locale, withLocale } from '../../src/shared/i18n/locale'
import { BASE_URL } from './browser'
import { expect, test } from './fixtures'

/*
 * Renews the pictures of the public pages from the app as it is: `npm run pictures` with BASE_URL. No test of anything,
 * but made with the same means.
 */
const FOLDER = join(import.meta.dirname, '../../public/pictures')
const SHOWN: Record<Locale, string> = {
  en: '/demo/tomato-galette.html',
  es: '/demo/tortilla-de-patatas.html',
  fr: '/demo/tarte-aux-pommes.html',
}

test.beforeAll(() => {
  mkdirSync(FOLDER, { recursive: true })
})

for (const locale of LOCALES) {
  test(`draws a recipe in ${locale}`, async ({ newPerson }) => {
    const person = await newPerson(asSeen(locale))
    const page = await person.newPage()
    await page.goto(`${BASE_URL}${withLocale('/my-recipes', locale)}`)
    await page.locator('[name="url"]').fill(`${BASE_URL}${SHOWN[locale]}`)
    await page.keyboard.press('Enter')
    const card = page.locator('article[data-status="SUCCESS"]')
    await card.locator('img').first().waitFor()
    await card.getByRole('link').first().click()
    await page.locator('[data-nutrition="SUCCESS"] dd').first().waitFor()
    // The pointer and the focus are nobody's here.
    await page.mouse.move(0, 0)
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      const webp = await asWebp(page, await page.screenshot(), 0.72)
      expect(webp.byteLength).toBeLessThan(100_000)
      writeFileSync(join(FOLDER, `recipe-${locale}-${colorScheme}.webp`), webp)
    }
  })
}

for (const locale of LOCALES) {
  test(`draws the card of a link in ${locale}`, async ({ newPerson }) => {
    const person = await newPerson(asSeen(locale))
    const page = await person.newPage()
    await page.setViewportSize({ width: 1200, height: 630 })
    await page.goto(`${BASE_URL}${withLocale('/', locale)}`)
    await page.evaluate(() => {
      const words = document.querySelector('h1')?.textContent ?? ''
      const lead = document.querySelector('h1 + p')?.textContent ?? ''
      const card = document.createElement('div')
      card.style.cssText =
        'position:fixed;inset:0;z-index:9;display:flex;flex-direction:column;justify-content:center;gap:28px;padding:0 96px;background:var(--page)'
      const mark = document.createElement('img')
      mark.src = '/favicon.svg'
      mark.width = 96
      const title = document.createElement('h1')
      title.textContent = words
      title.style.cssText = 'font-size:104px;line-height:1.02;font-weight:600;letter-spacing:-0.025em;margin:0'
      const text = document.createElement('p')
      text.textContent = lead
      text.style.cssText = 'font-size:36px;line-height:1.35;color:var(--muted);max-width:960px;margin:0'
      card.append(mark, title, text)
      document.body.append(card)
    })
    await page.evaluate(() => document.fonts.ready)
    const jpeg = await page.screenshot({ type: 'jpeg', quality: 86 })
    expect(jpeg.byteLength).toBeLessThan(100_000)
    writeFileSync(join(FOLDER, `card-${locale}.jpg`), jpeg)
  })
}

function asSeen(locale: Locale): BrowserContextOptions {
  return { viewport: { width: 1280, height: 800 }, colorScheme: 'light', locale }
}

/** Chromium itself makes the WebP, on a page without a policy. */
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
