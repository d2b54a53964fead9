import { DEFAULT_LOCALE, LOCALES, type Locale, withLocale } from '../shared/i18n/locale'
import { ORIGIN, PUBLIC_PAGES } from './addresses'

export function sitemap(locale: Locale): string {
  const urls = PUBLIC_PAGES.map((path) => {
    const alternates = [...LOCALES, 'x-default' as const].map((language) => {
      const at = withLocale(path, language === 'x-default' ? DEFAULT_LOCALE : language)
      return `    <xhtml:link rel="alternate" hreflang="${language}" href="${ORIGIN}${at}"/>\n`
    })
    return `  <url>\n    <loc>${ORIGIN}${withLocale(path, locale)}</loc>\n${alternates.join('')}  </url>\n`
  })
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${urls.join('')}</urlset>
`
}

/** Allows everything; the app's pages declare noindex themselves. */
export function robots(): string {
  const sitemaps = LOCALES.map((locale) => `Sitemap: ${ORIGIN}${withLocale('/sitemap.xml', locale)}\n`)
  return `User-agent: *\nAllow: /\n\n${sitemaps.join('')}`
}
