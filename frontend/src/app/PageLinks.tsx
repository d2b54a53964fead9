import { useIntl } from 'react-intl'
import { useLocation } from 'react-router'
import { DEFAULT_LOCALE, LOCALES, type Locale, withLocale } from '../shared/i18n/locale'
import { ROUTES, routeOf } from '../shared/lib/routing/routes'

/**
 * Links to the page's canonical address and other languages, which React moves into <head>. Pages with a guard have
 * none.
 */
export function PageLinks() {
  const { locale } = useIntl()
  // Has no language prefix, which is the router's basename.
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
