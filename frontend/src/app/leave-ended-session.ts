import { type Locale, withLocale, withoutLocale } from '../shared/i18n/locale'
import { flashMessage } from '../shared/lib/browser/flash-message'
import { tabStorage } from '../shared/lib/browser/storage'
import { forgetPersonalData } from '../shared/lib/recipe/personal-data'
import { rememberDestination } from '../shared/lib/routing/destination'
import { paths } from '../shared/lib/routing/paths'

/**
 * Leaves the page after the session ended, so that no personal data stays in memory. An expired session leads to the
 * sign-in page and back; a sign-out in another tab leads to the landing page.
 */
export function leaveEndedSession(how: 'expired' | 'other-tab', locale: Locale): void {
  if (how === 'other-tab') {
    // The other tab has deleted the device's data. Listeners of this page may still write to this tab's data.
    addEventListener('pagehide', () => forgetPersonalData(tabStorage()), { once: true })
    location.assign(withLocale(paths.home, locale))
    return
  }
  rememberDestination(withoutLocale(location.pathname) + location.search + location.hash)
  flashMessage.write('expired')
  location.assign(withLocale(paths.login, locale))
}
