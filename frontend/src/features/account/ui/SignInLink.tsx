import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { rememberDestination } from '../../../shared/lib/routing/destination'
import { paths } from '../../../shared/lib/routing/paths'
import { ROUTES, routeOf } from '../../../shared/lib/routing/routes'

interface SignInLinkProps {
  to?: typeof paths.login | typeof paths.signup
  className: string
  children: ReactNode
}

/** Sign-in or sign-up link that returns to the current page afterwards. */
export function SignInLink({ to = paths.login, className, children }: SignInLinkProps) {
  const { pathname, search, hash } = useLocation()
  const route = routeOf(pathname)
  const worthComingBack = route !== null && ROUTES[route].layout !== 'auth'
  return (
    <Link
      to={to}
      className={className}
      onClick={() => {
        if (worthComingBack) rememberDestination(pathname + search + hash)
      }}
    >
      {children}
    </Link>
  )
}
