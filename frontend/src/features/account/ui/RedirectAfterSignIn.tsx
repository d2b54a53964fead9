import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { withoutLocale } from '../../../shared/i18n/locale'
import { safeDestination, takeDestination } from '../../../shared/lib/routing/destination'
import { paths } from '../../../shared/lib/routing/paths'
import { ROUTES, routeOf } from '../../../shared/lib/routing/routes'

/** Sends whoever is signed in to where they wanted to go, else to their recipes. */
export function RedirectAfterSignIn() {
  const navigate = useNavigate()
  const gone = useRef(false)
  useEffect(() => {
    if (gone.current) return
    gone.current = true
    // The router adds the language of this page; a destination may have been saved in another one. What remains
    // without it has to be looked at once more: "/es//host" becomes "//host".
    const path = safeDestination(withoutLocale(takeDestination() ?? paths.myRecipes)) ?? paths.myRecipes
    const route = routeOf(path.replace(/[?#].*$/, ''))
    void navigate(route !== null && ROUTES[route].layout === 'auth' ? paths.myRecipes : path, { replace: true })
  }, [navigate])
  return null
}
