import { useState } from 'react'
import { useAccount } from '../../../shared/api/account/SessionProvider'
import { localeOf, withLocale } from '../../../shared/i18n/locale'
import { paths } from '../../../shared/lib/routing/paths'

/** Signs out everywhere and goes to the home page in the current language. */
export function useSignOut(): { leaving: boolean; signOut: () => void } {
  const account = useAccount()
  const [leaving, setLeaving] = useState(false)
  const signOut = () => {
    setLeaving(true)
    // The page navigates away in either case, so the error is not shown.
    account.signOut(withLocale(paths.home, localeOf(location.pathname))).catch(() => setLeaving(false))
  }
  return { leaving, signOut }
}
