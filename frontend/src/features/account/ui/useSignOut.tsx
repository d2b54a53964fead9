import { type ReactNode, Suspense, useState } from 'react'
import { useAccount } from '../../../shared/api/account/SessionProvider'
import { localeOf, withLocale } from '../../../shared/i18n/locale'
import { deviceStorage } from '../../../shared/lib/browser/storage'
import { countUnsent } from '../../../shared/lib/recipe/personal-data'
import { paths } from '../../../shared/lib/routing/paths'
import { lazyComponent } from '../../../shared/ui/lazy-component'

const SignOutDialog = lazyComponent(async () => (await import('./SignOutDialog')).default)

interface SignOut {
  readonly leaving: boolean
  /** Signs out; asks first if imports or changes are not sent yet. */
  readonly signOut: () => void
  /** The question to render. */
  readonly question: ReactNode
}

/** Signs out everywhere and goes to the home page in the current language. */
export function useSignOut(): SignOut {
  const account = useAccount()
  const [leaving, setLeaving] = useState(false)
  const [waiting, setWaiting] = useState(0)
  const leave = () => {
    setWaiting(0)
    setLeaving(true)
    // The page is left in either case, so the error is not shown.
    account.signOut(withLocale(paths.home, localeOf(location.pathname))).catch(() => setLeaving(false))
  }
  const signOut = () => {
    const unsent = countUnsent(deviceStorage())
    if (unsent === 0) leave()
    else setWaiting(unsent)
  }
  const question = waiting > 0 && (
    <Suspense>
      <SignOutDialog waiting={waiting} onStay={() => setWaiting(0)} onLeave={leave} />
    </Suspense>
  )
  return { leaving, signOut, question }
}
