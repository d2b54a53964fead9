import { type ReactNode, useEffect } from 'react'
import { FormattedMessage } from 'react-intl'
import { useLocation, useNavigate } from 'react-router'
import { useSession } from '../api/account/SessionProvider'
import { rememberDestination } from '../lib/routing/destination'
import { paths } from '../lib/routing/paths'
import type { Guard } from '../lib/routing/routes'
import { Skeleton } from '../ui/Skeleton'
import { NotFoundPage } from './ErrorPage'
import { admit } from './route-guard'

/** A page that not everybody may enter: a guest signs in first, and comes back. */
export function GuardedPage({ guard, children }: { guard: Guard; children: ReactNode }) {
  const admission = admit(guard, useSession())
  if (admission === 'enter') return children
  if (admission === 'not-found') return <NotFoundPage />
  return (
    <>
      {admission === 'sign-in' && <ToSignIn />}
      <div role="status" className="py-8">
        <span className="sr-only">
          <FormattedMessage id="auth.loading" defaultMessage="One moment" />
        </span>
        <Skeleton className="h-72 w-full" />
      </div>
    </>
  )
}

/** Leads to the sign-in, which leads back here. */
function ToSignIn() {
  const navigate = useNavigate()
  const { pathname, search, hash } = useLocation()
  useEffect(() => {
    rememberDestination(pathname + search + hash)
    void navigate(paths.login, { replace: true })
  }, [navigate, pathname, search, hash])
  return null
}
