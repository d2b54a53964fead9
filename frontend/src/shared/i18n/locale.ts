import { ROUTES, routeOf } from '../lib/routing/routes'

/** Interface languages. English lives at the root, the others below a prefix of their name: /es/my-recipes. */
export const LOCALES = ['en', 'es', 'fr'] as const

export type Locale = (typeof LOCALES)[number]

export const DEFAULT_LOCALE: Locale = 'en'

/** How each language calls itself, for whoever looks for their own. */
export const LOCALE_NAMES: Record<Locale, string> = { en: 'English', es: 'Español', fr: 'Français' }

const COOKIE = 'i18n_redirected'
const COOKIE_DAYS = 365

export type LocalePrefix = '' | '/es' | '/fr'

const PREFIXES: Record<Locale, LocalePrefix> = { en: '', es: '/es', fr: '/fr' }

/** What stands before every path of a language; the router's basename. */
export function prefixOf(locale: Locale): LocalePrefix {
  return PREFIXES[locale]
}

/** The language that an address asks for by its first segment ("/es/my-recipes"), English without one. */
export function localeOf(pathname: string): Locale {
  const [, first = ''] = pathname.split('/')
  return LOCALES.find((locale) => PREFIXES[locale] === `/${first}`) ?? DEFAULT_LOCALE
}

/** A path without its language: "/es/my-recipes" → "/my-recipes", "/es" → "/". */
export function withoutLocale(pathname: string): string {
  return pathname.slice(prefixOf(localeOf(pathname)).length) || '/'
}

/** The same page in a language: "/my-recipes" or "/fr/my-recipes" → "/es/my-recipes". */
export function withLocale(pathname: string, locale: Locale): string {
  const path = withoutLocale(pathname)
  return locale !== DEFAULT_LOCALE && path === '/' ? prefixOf(locale) : `${prefixOf(locale)}${path}`
}

/** The language chosen on an earlier visit, from a cookie header or `document.cookie`; null before any choice. */
export function rememberedLocale(cookies: string): Locale | null {
  const [, value = ''] = new RegExp(`(?:^|;\\s*)${COOKIE}=([^;]*)`).exec(cookies) ?? []
  return LOCALES.find((locale) => locale === value) ?? null
}

/** Keeps a choice on this device for a year, for every page. */
export function rememberLocale(locale: Locale, page: Pick<Document, 'cookie'> = document): void {
  page.cookie = `${COOKIE}=${locale}; path=/; max-age=${COOKIE_DAYS * 86_400}; samesite=lax`
}

/** The first of the browser's languages that Zest speaks, whatever its region: es-MX is Spanish. */
export function preferredLocale(languages: readonly string[]): Locale {
  for (const language of languages) {
    const [name = ''] = language.toLowerCase().split('-')
    const known = LOCALES.find((locale) => locale === name)
    if (known !== undefined) return known
  }
  return DEFAULT_LOCALE
}

/**
 * Where an address leads for somebody of a language; null if it stays, because it names its language (by a prefix) or
 * its route does not follow the visitor's. Query and fragment come along.
 *
 * @param address as `location` has it.
 */
export function languageRedirect(
  { pathname, search, hash }: { pathname: string; search: string; hash: string },
  locale: Locale,
): string | null {
  const route = routeOf(pathname)
  if (locale === DEFAULT_LOCALE || route === null || ROUTES[route].language === 'address') return null
  return `${withLocale(pathname, locale)}${search}${hash}`
}
