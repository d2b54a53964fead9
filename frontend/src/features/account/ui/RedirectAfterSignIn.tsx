import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { withoutLocale } from '../../../shared/i18n/locale'
import { safeDestination, takeDestination } from '../../../shared/lib/routing/destination'
import { paths } from '../../../shared/lib/routing/paths'
import { ROUTES, routeOf } from '../../../shared/lib/routing/routes'

/** Redirects signed-in users to their destination, or to their recipes. */
export function RedirectAfterSignIn() {
  const navigate = useNavigate()
  const gone = useRef(false)
  useEffect(() => {
    if (gone.current) return
    gone.current = true
    // The router adds the locale, so the one in the saved path is removed. The rest is checked again: "/es//host"
    // becomes "//host".
    const path = safeDestination(withoutLocale(takeDestination() ?? paths.myRecipes)) ?? paths.myRecipes
    const route = routeOf(path.replace(/[?#].*$/, ''))
    void navigate(route !== null && ROUTES[route].layout === 'auth' ? paths.myRecipes : path, { replace: true })
  }, [navigate])
  return null
}
