import { ROUTES, routeOf } from '../lib/routing/routes'

/** Interface languages. English has no path prefix, the others have: /es/my-recipes. */
export const LOCALES = ['en', 'es', 'fr'] as const

export type Locale = (typeof LOCALES)[number]

export const DEFAULT_LOCALE: Locale = 'en'

export const LOCALE_NAMES: Record<Locale, string> = { en: 'English', es: 'Español', fr: 'Français' }

const COOKIE = 'i18n_redirected'
const COOKIE_DAYS = 365

export type LocalePrefix = '' | '/es' | '/fr'

const PREFIXES: Record<Locale, LocalePrefix> = { en: '', es: '/es', fr: '/fr' }

/** Path prefix of a locale; the router's basename. */
export function prefixOf(locale: Locale): LocalePrefix {
  return PREFIXES[locale]
}

/** Locale of a path by its first segment ("/es/my-recipes"), English without prefix. */
export function localeOf(pathname: string): Locale {
  const [, first = ''] = pathname.split('/')
  return LOCALES.find((locale) => PREFIXES[locale] === `/${first}`) ?? DEFAULT_LOCALE
}

/** A path without language prefix: "/es/my-recipes" → "/my-recipes", "/es" → "/". */
export function withoutLocale(pathname: string): string {
  return pathname.slice(prefixOf(localeOf(pathname)).length) || '/'
}

/** The path in another locale: "/my-recipes" or "/fr/my-recipes" → "/es/my-recipes". */
export function withLocale(pathname: string, locale: Locale): string {
  const path = withoutLocale(pathname)
  return locale !== DEFAULT_LOCALE && path === '/' ? prefixOf(locale) : `${prefixOf(locale)}${path}`
}

/** The locale chosen on an earlier visit, from a cookie header or `document.cookie`; null if none. */
export function rememberedLocale(cookies: string): Locale | null {
  const [, value = ''] = new RegExp(`(?:^|;\\s*)${COOKIE}=([^;]*)`).exec(cookies) ?? []
  return LOCALES.find((locale) => locale === value) ?? null
}

/** Stores the chosen locale on this device for a year. */
export function rememberLocale(locale: Locale, page: Pick<Document, 'cookie'> = document): void {
  page.cookie = `${COOKIE}=${locale}; path=/; max-age=${COOKIE_DAYS * 86_400}; samesite=lax`
}

/** The first supported language of the browser, ignoring regions: es-MX is Spanish. */
export function preferredLocale(languages: readonly string[]): Locale {
  for (const language of languages) {
    const [name = ''] = language.toLowerCase().split('-')
    const known = LOCALES.find((locale) => locale === name)
    if (known !== undefined) return known
  }
  return DEFAULT_LOCALE
}

/**
 * Redirect target of an address for a locale. Null for English, for an address with a language prefix or without a
 * route, and if the route does not follow the visitor's language. Keeps query and fragment.
 */
export function languageRedirect(
  { pathname, search, hash }: { pathname: string; search: string; hash: string },
  locale: Locale,
): string | null {
  const route = routeOf(pathname)
  if (locale === DEFAULT_LOCALE || route === null || ROUTES[route].language === 'address') return null
  return `${withLocale(pathname, locale)}${search}${hash}`
}
