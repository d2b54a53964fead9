import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { withoutLocale } from '../../i18n/locale'
import { safeDestination, takeDestination } from '../../lib/destination'
import { paths } from '../../lib/paths'

const AUTH_ROUTES: readonly string[] = [paths.login, paths.signup, paths.forgotPassword, paths.oauthCallback]

/** Sends whoever is signed in to where they wanted to go, else to their recipes. */
export function SentOn() {
  const navigate = useNavigate()
  const gone = useRef(false)
  useEffect(() => {
    if (gone.current) return
    gone.current = true
    // The router adds the language of this page; a destination may have been saved in another one. What remains
    // without it has to be looked at once more: "/es//host" becomes "//host".
    const path = safeDestination(withoutLocale(takeDestination() ?? paths.myRecipes)) ?? paths.myRecipes
    void navigate(AUTH_ROUTES.includes(path.replace(/[?#].*$/, '')) ? paths.myRecipes : path, { replace: true })
  }, [navigate])
  return null
}
