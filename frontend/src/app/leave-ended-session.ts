import { type Locale, withLocale, withoutLocale } from '../i18n/locale'
import { rememberDestination } from '../lib/destination'
import { leaveNote } from '../lib/parting-note'
import { paths } from '../lib/paths'

/**
 * Leaves the page when its session is over, so that nothing of it stays in memory: to the sign-in page, and back
 * from there, when it could not be renewed; to the index when another tab ended it.
 */
export function leaveEndedSession(how: 'expired' | 'elsewhere', locale: Locale): void {
  if (how === 'elsewhere') {
    location.assign(withLocale(paths.home, locale))
    return
  }
  rememberDestination(withoutLocale(location.pathname) + location.search + location.hash)
  leaveNote('expired')
  location.assign(withLocale(paths.login, locale))
}
