import { useEffect } from 'react'
import { Navigate } from 'react-router'
import { paths } from '../shared/lib/routing/paths'

/** What the server answered with the app. */
const SERVED = location.pathname

/**
 * A link within the app that leads to a public page: the browser fetches it. Where the server answers with the app
 * (`vite dev` does), the list stands for it, so that nothing goes round in circles.
 */
export function PublicPage() {
  const elsewhere = location.pathname !== SERVED
  useEffect(() => {
    if (elsewhere) location.reload()
  }, [elsewhere])
  return elsewhere ? null : <Navigate to={paths.myRecipes} replace />
}
