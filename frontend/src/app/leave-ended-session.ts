import { type Locale, withLocale, withoutLocale } from '../shared/i18n/locale'
import { flashMessage } from '../shared/lib/browser/flash-message'
import { rememberDestination } from '../shared/lib/routing/destination'
import { paths } from '../shared/lib/routing/paths'

/**
 * Leaves the page when its session is over, so that nothing of it stays in memory: to the sign-in page, and back
 * from there, when it could not be renewed; to the index when another tab ended it.
 */
export function leaveEndedSession(how: 'expired' | 'other-tab', locale: Locale): void {
  if (how === 'other-tab') {
    location.assign(withLocale(paths.home, locale))
    return
  }
  rememberDestination(withoutLocale(location.pathname) + location.search + location.hash)
  flashMessage.write('expired')
  location.assign(withLocale(paths.login, locale))
}
