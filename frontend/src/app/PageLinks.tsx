import { useIntl } from 'react-intl'
import { useLocation } from 'react-router'
import { DEFAULT_LOCALE, LOCALES, type Locale, withLocale } from '../shared/i18n/locale'
import { ROUTES, routeOf } from '../shared/lib/routing/routes'

/**
 * Tells search engines which address a page has, and where it is in the other languages. React puts it into <head>. What
 * nobody may enter without signing in has nothing to tell them.
 */
export function PageLinks() {
  const { locale } = useIntl()
  // Without the prefix: the router's basename is the language.
  const { pathname } = useLocation()
  const route = routeOf(pathname)
  if (route !== null && ROUTES[route].guard !== 'none') return null
  const at = (language: Locale) => `${location.origin}${withLocale(pathname, language)}`
  return (
    <>
      <link rel="canonical" href={at(LOCALES.find((known) => known === locale) ?? DEFAULT_LOCALE)} />
      {LOCALES.map((language) => (
        <link key={language} rel="alternate" hrefLang={language} href={at(language)} />
      ))}
      <link rel="alternate" hrefLang="x-default" href={at(DEFAULT_LOCALE)} />
    </>
  )
}
