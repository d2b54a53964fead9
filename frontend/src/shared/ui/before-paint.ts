import {
  languageRedirect,
  localeOf,
  preferredLocale,
  rememberedLocale,
  rememberLocale,
  withoutLocale,
} from '../i18n/locale'
import { applyAppearance, storedAppearance } from '../lib/browser/appearance'
import { isBot } from '../lib/browser/bots'
import { preload } from '../lib/browser/preloads'
import { routeOf } from '../lib/routing/routes'

/*
 * Runs in <head>, before the first paint and before anything of the app is there: whoever has chosen dark sees no
 * white flash, whoever speaks French no English. build/plugins/before-paint.ts builds it into a file of its own, because the content
 * security policy allows no script inside a page.
 */
const page = document.documentElement

function findLanguage(): void {
  if (isBot(navigator.userAgent)) return
  const remembered = rememberedLocale(document.cookie)
  const locale = remembered ?? preferredLocale(navigator.languages)
  const target = languageRedirect(location, locale)
  if (target === null) return
  // Remembered at once, so that the browser's language decides only on the first visit.
  if (remembered === null) rememberLocale(locale)
  // The app is one page in every language; a public page is another file.
  if (page.hasAttribute('data-app')) history.replaceState(history.state, '', target)
  else location.replace(target)
}

applyAppearance(storedAppearance(), document)
findLanguage()
const locale = localeOf(location.pathname)
page.lang = locale
preload(routeOf(withoutLocale(location.pathname)) ?? '', locale, document)
