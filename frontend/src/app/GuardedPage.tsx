import { type ReactNode, useEffect } from 'react'
import { FormattedMessage } from 'react-intl'
import { useLocation, useNavigate } from 'react-router'
import { useSession } from '../shared/api/account/SessionProvider'
import { useAppConfig } from '../shared/api/app-config'
import { rememberDestination } from '../shared/lib/routing/destination'
import { paths } from '../shared/lib/routing/paths'
import type { AppRoute } from '../shared/lib/routing/routes'
import { Skeleton } from '../shared/ui/Skeleton'
import { NotFoundPage } from './ErrorPage'
import { admit } from './route-guard'

interface GuardedPageProps extends Pick<AppRoute, 'guard' | 'needs'> {
  children: ReactNode
}

/** Shows the page if the guard admits the user. Guests sign in first and return. */
export function GuardedPage({ guard, needs, children }: GuardedPageProps) {
  const config = useAppConfig()
  const offered = needs === null || (config && Boolean(config[needs]))
  const admission = admit(guard, useSession(), offered)
  if (admission === 'enter') return children
  if (admission === 'not-found') return <NotFoundPage />
  return (
    <>
      {admission === 'sign-in' && <ToSignIn />}
      <div role="status" className="py-8">
        <span className="sr-only">
          <FormattedMessage id="auth.loading" defaultMessage="One moment…" />
        </span>
        <Skeleton className="h-72 w-full" />
      </div>
    </>
  )
}

function ToSignIn() {
  const navigate = useNavigate()
  const { pathname, search, hash } = useLocation()
  useEffect(() => {
    rememberDestination(pathname + search + hash)
    void navigate(paths.login, { replace: true })
  }, [navigate, pathname, search, hash])
  return null
}
