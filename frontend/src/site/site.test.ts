import { readFileSync } from 'node:fs'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { buildBookmark } from '../../build/plugins/public-site'
import { LOCALES, type Locale, localeOf, withLocale } from '../shared/i18n/locale'
import { ARTICLES, CONTACT, fileOf, NOT_FOUND, ORIGIN, PUBLIC_PAGES } from './addresses'
import { readText, textOf } from './content'
import { renderSite } from './render'

const BOOKMARK = `void "100 % of it"+'${ORIGIN}/receive'&&1`

const files = new Map(
  renderSite({
    css: 'body{color:red}',
    script: '/assets/site-1.js',
    fonts: ['/assets/font-1.woff2'],
    bookmark: BOOKMARK,
  }).map(({ name, content }) => [name, content]),
)
const html = [...files].filter(([name]) => name.endsWith('.html'))
const indexed = LOCALES.flatMap((locale) => PUBLIC_PAGES.map((path) => ({ path, locale })))

function page(path: string, locale: Locale): string {
  return files.get(fileOf(path, locale)) ?? ''
}

function values(text: string, pattern: RegExp): string[] {
  return Array.from(text.matchAll(pattern), ([, value = '']) => value)
}

describe('the front door', () => {
  const template = readFileSync('../template.yaml', 'utf8')
  const [, code = ''] = /SiteRoutes:.*?FunctionCode: \|\n(.*?)\n\n/s.exec(template) ?? []
  const handler = new Function('event', `${code}; return handler(event)`) as (event: object) => { uri: string }
  const lookUp = (uri: string) => handler({ request: { uri } }).uri

  it('finds every page of every language', () => {
    for (const { path, locale } of indexed) {
      expect(lookUp(withLocale(path, locale))).toBe(`/${fileOf(path, locale)}`)
      expect(files.has(fileOf(path, locale)), `${locale} ${path}`).toBe(true)
    }
    for (const locale of LOCALES) expect(files.has(fileOf(NOT_FOUND, locale))).toBe(true)
  })

  it('finds the target of every link', () => {
    const links = new Set(html.flatMap(([, text]) => values(text, /<(?:a|form)\b[^>]*(?:href|action)="(\/[^"]*)"/g)))
    expect(links.size).toBeGreaterThan(40)
    for (const link of links) {
      const file = lookUp(link).slice(1)
      expect(file, link).not.toMatch(/404\.html$/)
      expect(file.endsWith('index.html') || files.has(file), link).toBe(true)
    }
  })
})

describe('every page', () => {
  it('has its language, one heading, a unique title and a description', () => {
    for (const locale of LOCALES) {
      const pages = PUBLIC_PAGES.map((path) => page(path, locale))
      for (const text of pages) {
        expect(text).toContain(`<html lang="${locale}">`)
        expect(values(text, /<(h1)\b/g)).toHaveLength(1)
        const [description = ''] = values(text, /<meta name="description" content="([^"]+)"/g)
        expect(description.length).toBeGreaterThan(30)
        expect(description.length).toBeLessThan(170)
      }
      expect(new Set(pages.flatMap((text) => values(text, /<title>([^<]+)/g))).size).toBe(PUBLIC_PAGES.length)
    }
  })

  it('links to its translations', () => {
    for (const { path, locale } of indexed) {
      const text = page(path, locale)
      expect(values(text, /<link rel="canonical" href="([^"]+)"/g)).toEqual([`${ORIGIN}${withLocale(path, locale)}`])
      expect(values(text, /<link rel="alternate" hrefLang="([^"]+)"/g)).toEqual([...LOCALES, 'x-default'])
      expect(values(text, /<link rel="alternate" hrefLang="[^"]+" href="([^"]+)"/g)).toEqual(
        [...LOCALES, 'en' as const].map((other) => `${ORIGIN}${withLocale(path, other)}`),
      )
    }
  })

  it('contains no addresses of other hosts', () => {
    for (const [name, text] of html) {
      const hosts = values(text, /https?:\/\/([^/"'\s<]+)/g)
      expect(
        hosts.filter((host) => host !== 'zest.invalid' && host !== 'schema.org'),
        name,
      ).toEqual([])
    }
  })

  it('has JSON-LD in its language', () => {
    for (const { path, locale } of indexed) {
      for (const data of values(page(path, locale), /<script type="application\/ld\+json">(.*?)<\/script>/g)) {
        expect(JSON.parse(data)).toMatchObject({ '@context': 'https://schema.org', inLanguage: locale })
      }
    }
    expect(page('/', 'en')).toContain('"@type":"WebSite"')
    expect(page('/articles/cups-and-grams', 'fr')).toContain('"@type":"Article"')
  })

  it('has no normal space at French double punctuation', () => {
    for (const path of PUBLIC_PAGES) {
      const { body } = new DOMParser().parseFromString(page(path, 'fr'), 'text/html')
      const found = values(body.textContent ?? '', /(.{0,20} [;:!?»]|« .{0,20})/g)
      expect(found, path).toEqual([])
    }
  })

  it('has a preview picture in its language', () => {
    for (const { path, locale } of indexed) {
      const [card = ''] = values(page(path, locale), /<meta property="og:image" content="([^"]+)"/g)
      expect(card).toBe(`${ORIGIN}/pictures/card-${locale}.jpg`)
      expect(readFileSync(`public${card.slice(ORIGIN.length)}`).byteLength).toBeLessThan(100_000)
    }
  })

  it('uses existing pictures below 60 kB', () => {
    const pictures = new Set(html.flatMap(([, text]) => values(text, /(?:src|srcSet)="(\/pictures\/[^"\s]+)"/g)))
    expect(pictures.size).toBeGreaterThanOrEqual(12)
    for (const picture of pictures) expect(readFileSync(`public${picture}`).byteLength).toBeLessThan(60_000)
  })
})

describe('the 404 page', () => {
  afterEach(() => {
    document.body.replaceChildren()
    history.replaceState(null, '', '/')
  })

  it('is not indexed and links to the list in its language', () => {
    for (const locale of LOCALES) {
      const text = page(NOT_FOUND, locale)
      expect(text).toContain('<meta name="robots" content="noindex"/>')
      expect(text).not.toContain('rel="canonical"')
      expect(text).toContain(`href="${withLocale('/my-recipes', locale)}"`)
    }
  })

  it.each([
    ['/nothing', 'en', 'Page Not Found: /nothing'],
    ['/es/jam%C3%B3n', 'es', 'Página no encontrada: /es/jamón'],
    ['/fr/%3Cimg src=x%3E', 'fr', 'Page introuvable\u00a0: /fr/<img src=x>'],
    ['/%E0%A4%A', 'en', 'Page Not Found: /%E0%A4%A'],
  ] as const)('says of %s what is missing, as text', async (path, locale, sentence) => {
    const parsed = new DOMParser().parseFromString(page(NOT_FOUND, locale), 'text/html')
    document.body.replaceChildren(...parsed.body.childNodes)
    const line = document.querySelector('[data-not-found]')
    // Hidden until the script fills in the path.
    expect(line).toHaveAttribute('hidden')
    history.replaceState(null, '', path)
    vi.resetModules()
    await import('./client')
    dispatchEvent(new Event('DOMContentLoaded'))
    expect(line).not.toHaveAttribute('hidden')
    expect(line?.textContent).toBe(sentence)
    expect(line?.querySelector('img')).toBeNull()
  })
})

describe('the articles', () => {
  it.each(LOCALES)('of %s are six, each with an example, and every one leads to all the others', (locale) => {
    expect(ARTICLES).toHaveLength(6)
    const list = page('/articles', locale)
    const home = page('/', locale)
    for (const slug of ARTICLES) {
      const address = (other: string) => `href="${withLocale(`/articles/${other}`, locale)}"`
      expect(list).toContain(address(slug))
      expect(home).toContain(address(slug))
      const text = page(`/articles/${slug}`, locale)
      expect(text.length, slug).toBeGreaterThan(4000)
      expect(text, slug).toMatch(/<(table|blockquote)>/)
      for (const other of ARTICLES) if (other !== slug) expect(text).toContain(address(other))
    }
  })

  it.each(LOCALES)('of %s lead nowhere in another language', (locale) => {
    for (const slug of ARTICLES) {
      const [, text = ''] = /<article>(.*)<\/article>/s.exec(page(`/articles/${slug}`, locale)) ?? []
      expect(text).not.toBe('')
      for (const link of values(text, /href="(\/[^"]*)"/g)) expect(localeOf(link), `${slug}: ${link}`).toBe(locale)
    }
  })
})

describe('the landing page', () => {
  it.each(LOCALES)('hands an address to the list of %s without any script', (locale) => {
    const text = page('/', locale)
    expect(values(text, /<form\b[^>]*action="([^"]+)" method="get"/g)).toEqual([withLocale('/my-recipes', locale)])
    expect(values(text, /<input\b[^>]*name="([^"]+)"/g)).toEqual(['add'])
  })
})

describe('the bookmarklet', () => {
  it.each(LOCALES)('of %s holds all its code and names the screen of its language alone', (locale) => {
    const text = page('/bookmarklet', locale)
    const [address = ''] = values(text, /href="(javascript:[^"]+)"/g)
    expect(values(text, /<textarea[^>]*>(javascript:[^<]+)</g)).toEqual([address])
    // The origin is not encoded, because the server replaces it.
    expect(address).toContain(`${ORIGIN}/${encodeURIComponent(withLocale('/receive', locale).slice(1))}`)
    const code = decodeURIComponent(address.slice('javascript:'.length))
    expect(code).toBe(BOOKMARK.replace('/receive', withLocale('/receive', locale)))
  })

  it('is one line of less than 3,000 characters with one address', async () => {
    const code = await buildBookmark(process.cwd())
    expect(code.length).toBeLessThan(3_000)
    expect(new Set(code.match(/https?:[^"'`#]*/g))).toEqual(new Set([`${ORIGIN}/receive`]))
    expect(code).not.toMatch(/\n/)
  }, 60_000)
})

describe('search engines', () => {
  it.each(LOCALES)('find every page of %s in its sitemap, with its translations', (locale) => {
    const text = files.get(withLocale('/sitemap.xml', locale).slice(1)) ?? ''
    expect(values(text, /<loc>([^<]+)<\/loc>/g)).toEqual(
      PUBLIC_PAGES.map((path) => `${ORIGIN}${withLocale(path, locale)}`),
    )
    expect(values(text, /hreflang="([^"]+)"/g)).toHaveLength(PUBLIC_PAGES.length * (LOCALES.length + 1))
  })

  it('find the sitemaps in robots.txt', () => {
    expect(values(files.get('robots.txt') ?? '', /Sitemap: (\S+)/g)).toEqual([
      `${ORIGIN}/sitemap.xml`,
      `${ORIGIN}/es/sitemap.xml`,
      `${ORIGIN}/fr/sitemap.xml`,
    ])
  })
})

describe('a text', () => {
  it('that was not translated fails the build', () => {
    expect(() => textOf('no-such-text', 'fr')).toThrow('content/fr/no-such-text.md is missing')
  })

  it.each(['title', 'description', 'date'])('without a %s fails the build', (field) => {
    const head = { title: 'Soup', description: 'Of soup.', date: '2026-11-21', [field]: '' }
    const source = `---\n${Object.entries(head)
      .map(([key, value]) => `${key}: ${value}\n`)
      .join('')}---\nText.\n`
    expect(() => readText(source, 'soup.md')).toThrow(`soup.md has no ${field} in its head`)
  })

  it('keeps a number and its unit together', () => {
    expect(readText('---\ntitle: A\ndescription: B\ndate: 2026-11-21\n---\n120 g of 2 grams', 'a').html).toBe(
      '<p>120\u00a0g of 2 grams</p>\n',
    )
  })

  it('on the contact page has the email address in every language', () => {
    for (const locale of LOCALES) expect(page('/contact', locale)).toContain(`href="mailto:${CONTACT}"`)
  })
})
