import { LOCALES, withLocale } from '../../src/shared/i18n/locale'
import { PUBLIC_PAGES } from '../../src/site/addresses'
import { BASE_URL } from './browser'
import { expect, test } from './fixtures'
import { Guest } from './guest'
import { demoPage, MyRecipes } from './my-recipes'
import { text } from './text'

test.describe('visitor', () => {
  test('all pages and their resources load in every language', async ({ page }) => {
    for (const locale of LOCALES) {
      for (const path of PUBLIC_PAGES) {
        const response = await page.request.get(`${BASE_URL}${withLocale(path, locale)}`)
        expect(response.status(), path).toBe(200)
        const html = await response.text()
        expect(html).toContain(`<html lang="${locale}">`)
        expect(html).not.toContain('zest.invalid')
        expect(html).toContain(`<link rel="canonical" href="${BASE_URL}${withLocale(path, locale)}"/>`)
      }
    }
  })

  test('gets one guest identity, with the first import', async ({ newPerson }) => {
    const [shared] = await (await Guest.arrive()).import((await demoPage('carrot-cake')).path)
    const person = await newPerson({})
    let identities = 0
    person.on('request', (request) => {
      if (request.headers()['x-amz-target']?.endsWith('.GetId')) identities += 1
    })
    const page = await person.newPage()
    for (const path of PUBLIC_PAGES) await page.goto(`${BASE_URL}${path}`, { waitUntil: 'networkidle' })
    await page.goto(`${BASE_URL}/recipes/${shared}`, { waitUntil: 'networkidle' })
    await page.getByRole('heading', { level: 1, name: 'Carrot cake' }).waitFor()
    const other = new MyRecipes(await person.newPage())
    await other.open()
    const list = new MyRecipes(page)
    await list.open()
    expect(identities).toBe(0)
    await list.pick((await demoPage('tomato-galette')).path)
    await list.withStatus('SUCCESS').waitFor()
    // The list in the other tab becomes live, too.
    await other.withStatus('SUCCESS').waitFor()
    await other.live()
    expect(identities).toBe(1)
  })

  test('form passes an address to the list without scripts', async ({ newPerson }) => {
    const cautious = await newPerson({ javaScriptEnabled: false })
    const plain = await cautious.newPage()
    await plain.goto(`${BASE_URL}/`)
    await plain.getByLabel(text('site.landing.label')).fill('https://example.com/soup?a=1&b=2')
    await plain.getByRole('button', { name: text('site.landing.submit') }).click()
    await plain.waitForURL(/my-recipes/)
    const { pathname, searchParams } = new URL(plain.url())
    expect([pathname, searchParams.get('add')]).toEqual(['/my-recipes', 'https://example.com/soup?a=1&b=2'])
  })

  test('passed address is filled in', async ({ page }) => {
    await page.goto(`${BASE_URL}/`)
    await page.getByLabel(text('site.landing.label')).fill(`${BASE_URL}/demo/carrot-cake.html`)
    await page.keyboard.press('Enter')
    await page.waitForURL(/my-recipes/)
    const box = page.locator('[name="url"]')
    await box.waitFor()
    await expect.poll(() => box.inputValue()).toBe(`${BASE_URL}/demo/carrot-cake.html`)
    // A link does not import by itself.
    expect(await page.locator('article[data-recipe]').count()).toBe(0)
  })

  test('language is the browser’s, then the chosen one', async ({ newPerson }) => {
    const spanish = await newPerson({ locale: 'es-MX' })
    const theirs = await spanish.newPage()
    await theirs.goto(`${BASE_URL}/`)
    await theirs.waitForURL(`${BASE_URL}/es`)
    await theirs.getByRole('heading', { level: 1, name: text('site.landing.title', {}, 'es') }).waitFor()
    await theirs.getByRole('link', { name: 'English', exact: true }).click()
    await theirs.getByRole('heading', { level: 1, name: text('site.landing.title') }).waitFor()
    await theirs.goto(`${BASE_URL}/`)
    expect(theirs.url()).toBe(`${BASE_URL}/`)
    await theirs.getByRole('link', { name: text('site.nav.changelog'), exact: true }).click()
    await theirs.getByRole('link', { name: 'Français' }).click()
    await theirs.waitForURL(`${BASE_URL}/fr/changelog`)
  })

  test('theme of the app applies', async ({ page }) => {
    await page.goto(`${BASE_URL}/`)
    await page.evaluate(() => localStorage.setItem('zest.look', 'green dark'))
    await page.goto(`${BASE_URL}/articles`)
    await expect
      .poll(() => page.evaluate(() => getComputedStyle(document.body).backgroundColor))
      .toBe('rgb(15, 23, 42)')
  })

  test('all links work by keyboard, with a skip link', async ({ page }) => {
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
    expect(names).toContain('Recipes from the shoe box')
    expect(names.filter((name) => name.includes('(without'))).toEqual([])
    expect(names.at(-1)).toBe('Français')
  })

  for (const [path, language] of [
    ['/nothing', 'en'],
    ['/es/nothing', 'es'],
    ['/fr/articles/nothing', 'fr'],
  ] as const) {
    test(`${path} gives status 404 in its language`, async ({ page }) => {
      const response = await page.goto(`${BASE_URL}${path}`)
      expect(response?.status()).toBe(404)
      await page.getByRole('heading', { level: 1, name: text('site.notFound.title', {}, language) }).waitFor()
    })
  }

  test('sitemaps are complete and their pages load', async ({ page }) => {
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
})
