import { useState } from 'react'
import { useAccount } from '../../../shared/api/account/SessionProvider'
import { localeOf, withLocale } from '../../../shared/i18n/locale'
import { paths } from '../../../shared/lib/routing/paths'

/** Signs out everywhere and leaves for the index in the language of this page. */
export function useSignOut(): { leaving: boolean; signOut: () => void } {
  const account = useAccount()
  const [leaving, setLeaving] = useState(false)
  const signOut = () => {
    setLeaving(true)
    // The page is left in any case; nothing is left to be told here.
    account.signOut(withLocale(paths.home, localeOf(location.pathname))).catch(() => setLeaving(false))
  }
  return { leaving, signOut }
}
