import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useAccount } from '../../../shared/api/account/SessionProvider'
import { localeOf, withLocale } from '../../../shared/i18n/locale'
import { deviceStorage } from '../../../shared/lib/browser/storage'
import { countWaitingWork } from '../../../shared/lib/recipe/personal-data'
import { paths } from '../../../shared/lib/routing/paths'

const SignOutDialog = lazy(() => import('./SignOutDialog'))

interface SignOut {
  readonly leaving: boolean
  /** Asks first if imports or changes wait to be sent. */
  readonly signOut: () => void
  /** The question; render it. */
  readonly question: ReactNode
}

/** Signs out everywhere and goes to the home page in the current language. */
export function useSignOut(): SignOut {
  const account = useAccount()
  const [leaving, setLeaving] = useState(false)
  const [waiting, setWaiting] = useState<ReturnType<typeof countWaitingWork> | null>(null)
  const leave = () => {
    setWaiting(null)
    setLeaving(true)
    // The page navigates away in either case, so the error is not shown.
    account.signOut(withLocale(paths.home, localeOf(location.pathname))).catch(() => setLeaving(false))
  }
  const signOut = () => {
    const found = countWaitingWork(deviceStorage())
    if (found.imports + found.changes === 0) leave()
    else setWaiting(found)
  }
  const question = waiting !== null && (
    <Suspense>
      <SignOutDialog {...waiting} onStay={() => setWaiting(null)} onLeave={leave} />
    </Suspense>
  )
  return { leaving, signOut, question }
}
