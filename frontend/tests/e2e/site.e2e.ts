import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LOCALES, withLocale } from '../../src/shared/i18n/locale'
import { PUBLIC_PAGES } from '../../src/site/addresses'
import { expectNoBarrier } from './accessibility'
import { BASE_URL, newVisitor, takePictures } from './browser'

/** The public pages, as somebody meets them who has never heard of Zest. */
describe('a visitor', () => {
  let browser: Browser
  let page: Page
  let faults: string[]

  beforeAll(async () => {
    ;({ browser, page, faults } = await newVisitor())
  })

  afterAll(async () => {
    await browser?.close()
  })

  it('finds every page of every language, and what the pages show', async () => {
    for (const locale of LOCALES) {
      for (const path of PUBLIC_PAGES) {
        const response = await page.request.get(`${BASE_URL}${withLocale(path, locale)}`)
        expect(response.status(), path).toBe(200)
        const html = await response.text()
        expect(html).toContain(`<html lang="${locale}">`)
        // The placeholders of the build have been filled in.
        expect(html).not.toContain('zest.invalid')
        expect(html).toContain(`<link rel="canonical" href="${BASE_URL}${withLocale(path, locale)}"/>`)
      }
    }
  })

  it('hands an address to the list without any script', async () => {
    const cautious = await browser.newContext({ javaScriptEnabled: false })
    const plain = await cautious.newPage()
    await plain.goto(`${BASE_URL}/`)
    await plain.getByLabel('Address of a recipe page').fill('https://example.com/soup?a=1&b=2')
    await plain.getByRole('button', { name: 'Get recipe' }).click()
    await plain.waitForURL(/my-recipes/)
    const { pathname, searchParams } = new URL(plain.url())
    expect([pathname, searchParams.get('add')]).toEqual(['/my-recipes', 'https://example.com/soup?a=1&b=2'])
    await cautious.close()
  })

  it('finds the address waiting in the box of the list', async () => {
    await page.goto(`${BASE_URL}/`)
    await page.getByLabel('Address of a recipe page').fill(`${BASE_URL}/demo/carrot-cake.html`)
    await page.keyboard.press('Enter')
    await page.waitForURL(/my-recipes/)
    const box = page.locator('[name="url"]')
    await box.waitFor()
    await expect.poll(() => box.inputValue()).toBe(`${BASE_URL}/demo/carrot-cake.html`)
    // A link alone imports nothing.
    expect(await page.locator('article[data-recipe]').count()).toBe(0)
  })

  it('is met in their own language, and keeps the one they choose', async () => {
    const spanish = await browser.newContext({ locale: 'es-MX' })
    const theirs = await spanish.newPage()
    await theirs.goto(`${BASE_URL}/`)
    await theirs.waitForURL(`${BASE_URL}/es`)
    await theirs.getByRole('heading', { level: 1, name: 'Directo a la receta.' }).waitFor()
    await theirs.getByRole('link', { name: 'English', exact: true }).click()
    await theirs.getByRole('heading', { level: 1, name: 'Get to the recipe.' }).waitFor()
    await theirs.goto(`${BASE_URL}/`)
    expect(theirs.url()).toBe(`${BASE_URL}/`)
    await theirs.getByRole('link', { name: 'What is new', exact: true }).click()
    await theirs.getByRole('link', { name: 'Français' }).click()
    await theirs.waitForURL(`${BASE_URL}/fr/changelog`)
    await spanish.close()
  })

  it('wears the look that was chosen in the app', async () => {
    await page.goto(`${BASE_URL}/`)
    await page.evaluate(() => localStorage.setItem('zest.look', 'green dark'))
    await page.goto(`${BASE_URL}/articles`)
    await expect
      .poll(() => page.evaluate(() => getComputedStyle(document.body).backgroundColor))
      .toBe('rgb(15, 23, 42)')
    await page.evaluate(() => localStorage.clear())
  })

  it.each(['/', '/fr', '/articles', '/articles/cups-and-grams', '/bookmarklet', '/es/contact', '/nothing'])(
    'reads %s in every look, on the smallest phone, without a barrier',
    async (path) => {
      await page.goto(`${BASE_URL}${path}`)
      for (const palette of ['orange', 'green']) {
        await page.evaluate((name) => document.documentElement.setAttribute('data-palette', name), palette)
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme })
          const isFirst = palette === 'orange' && colorScheme === 'light'
          await expectNoBarrier(page, `${palette} ${colorScheme}`, isFirst ? 'anything' : 'colours')
        }
      }
      await page.emulateMedia({ colorScheme: 'light' })
      await page.setViewportSize({ width: 320, height: 640 })
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
      await takePictures(page, `site${path.replaceAll('/', '-')}`)
    },
  )

  it('reaches everything by keyboard, past the navigation at once', async () => {
    await page.goto(`${BASE_URL}/`)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('address')
    await page.goto(`${BASE_URL}/articles`)
    const names: string[] = []
    for (let step = 0; step < 20; step++) {
      await page.keyboard.press('Tab')
      const seen = await page.evaluate(() => {
        const { activeElement: active } = document
        const outlined = active !== null && getComputedStyle(active).outlineStyle !== 'none'
        return `${active?.textContent}${outlined ? '' : ' (without an outline)'}`
      })
      names.push(seen)
      if (seen === 'Français') break
    }
    expect(names).toContain('Cups, grams and the space between')
    expect(names.filter((name) => name.includes('(without'))).toEqual([])
    expect(names.at(-1)).toBe('Français')
  })

  it.each([
    ['/nothing', 'Page Not Found'],
    ['/es/nothing', 'Página no encontrada'],
    ['/fr/articles/nothing', 'Page introuvable'],
  ])('is told in their language that there is no %s, with status 404', async (path, title) => {
    const response = await page.goto(`${BASE_URL}${path}`)
    expect(response?.status()).toBe(404)
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
  })

  it('is found: the sitemaps are whole, and everything in them is there', async () => {
    for (const locale of LOCALES) {
      await page.goto(`${BASE_URL}/robots.txt`)
      const xml = await (await page.request.get(`${BASE_URL}${withLocale('/sitemap.xml', locale)}`)).text()
      const read = await page.evaluate((text) => {
        const parsed = new DOMParser().parseFromString(text, 'application/xml')
        return {
          faults: parsed.getElementsByTagName('parsererror').length,
          addresses: Array.from(parsed.getElementsByTagName('loc'), ({ textContent }) => textContent ?? ''),
        }
      }, xml)
      expect(read.faults).toBe(0)
      expect(read.addresses).toEqual(PUBLIC_PAGES.map((path) => `${BASE_URL}${withLocale(path, locale)}`))
    }
  })

  it('saw nothing break on the way', () => {
    expect(faults).toEqual([])
  })
})
