import { Suspense, useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { useAccount, useSession } from '../../../shared/api/account/SessionProvider'
import { useAppConfig } from '../../../shared/api/app-config'
import { lazyComponent } from '../../../shared/ui/lazy-component'
import { Skeleton } from '../../../shared/ui/Skeleton'
import type { AuthRoute } from './AuthenticatorForms'
import { RedirectAfterSignIn } from './RedirectAfterSignIn'
import { useFlashMessage } from './useFlashMessage'

/** Lazy, because the Amplify UI library is large. */
const AuthenticatorForms = lazyComponent(async () => (await import('./AuthenticatorForms')).default)

/** Pages /login, /signup and /forgot-password. Redirects users who are already signed in. */
export function AuthPage({ route }: { route: AuthRoute }) {
  const session = useSession()
  const account = useAccount()
  const config = useAppConfig()
  const [email, setEmail] = useState('')
  const note = useFlashMessage()

  return (
    <>
      {session.phase === 'member' && <RedirectAfterSignIn />}
      {note === 'expired' && (
        <p role="status" className="mb-6 rounded-2xl bg-accent-soft px-5 py-4 text-on-accent-soft">
          <FormattedMessage
            id="auth.expired"
            defaultMessage="Your session expired. Sign in to pick up where you left off."
          />
        </p>
      )}
      {session.phase === 'guest' && config !== null ? (
        <Suspense fallback={<LoadingForms />}>
          <AuthenticatorForms
            key={route}
            route={route}
            email={email}
            onEmail={setEmail}
            beforeSignIn={account.beforeSignIn}
            local={config.stage === 'local'}
          />
        </Suspense>
      ) : (
        <LoadingForms />
      )}
    </>
  )
}

function LoadingForms() {
  return (
    <div role="status">
      <span className="sr-only">
        <FormattedMessage id="auth.loading" defaultMessage="One moment…" />
      </span>
      <Skeleton className="h-9 w-56" />
      <Skeleton className="mt-3 h-5 w-72" />
      <Skeleton className="mt-10 h-12 w-full" />
      <Skeleton className="mt-6 h-12 w-full" />
      <Skeleton className="mt-6 h-12 w-full" />
    </div>
  )
}
