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
import { preload, preloadPictures } from '../lib/browser/preloads'
import { readDeviceText } from '../lib/browser/storage'
import { FIRST_CARDS_KEY, VIEW_KEY } from '../lib/list/stored-keys'
import { showStoredScreen } from '../lib/list/stored-screen'
import { routeOf } from '../lib/routing/routes'

/* Runs in <head> before the first paint, so that the page never flashes in the wrong theme or language.
   build/plugins/before-paint.ts builds it as a separate file, because the content security policy forbids inline
   scripts. */
const page = document.documentElement

function findLanguage(): void {
  if (isBot(navigator.userAgent)) return
  const remembered = rememberedLocale(document.cookie)
  const locale = remembered ?? preferredLocale(navigator.languages)
  const target = languageRedirect(location, locale)
  if (target === null) return
  // Store the language, so that the browser's is used on the first visit only.
  if (remembered === null) rememberLocale(locale)
  // The app can render any language from this HTML file; a public page must be loaded.
  if (page.hasAttribute('data-app')) history.replaceState(history.state, '', target)
  else location.replace(target)
}

applyAppearance(storedAppearance(), document)
findLanguage()
const locale = localeOf(location.pathname)
page.lang = locale
const route = routeOf(withoutLocale(location.pathname)) ?? ''
// The list is shown from stored cards before the client library is loaded.
const first = route === 'myRecipes' ? readDeviceText(FIRST_CARDS_KEY) : null
const hasContent = route === 'recipe' || (first != null && showStoredScreen(document))
preload(route, locale, document, { withServer: first == null, hasContent })
if (first != null && location.search === '' && readDeviceText(VIEW_KEY) == null) preloadPictures(first, document)
