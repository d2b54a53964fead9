import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { LOCALES, withLocale } from '../../src/shared/i18n/locale'
import { BASE_URL } from './browser'
import { expect, test } from './fixtures'

/** Draws the previews of links from the landing page: `npm run cards` with BASE_URL of a running app. */
const FOLDER = join(import.meta.dirname, '../../public/pictures')

for (const locale of LOCALES) {
  test(`draws the card of a link in ${locale}`, async ({ newPerson }) => {
    const person = await newPerson({ colorScheme: 'light', locale })
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
