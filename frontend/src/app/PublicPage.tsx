import { useEffect } from 'react'
import { Navigate } from 'react-router'
import { paths } from '../shared/lib/routing/paths'

/** Path of the initial document request. */
const SERVED = location.pathname

/**
 * Route of a public page: reloads, so that the server sends the static page. If the server sends the app, as `vite dev`
 * does, it redirects to the list, which prevents a reload loop.
 */
export function PublicPage() {
  const elsewhere = location.pathname !== SERVED
  useEffect(() => {
    if (elsewhere) location.reload()
  }, [elsewhere])
  return elsewhere ? null : <Navigate to={paths.myRecipes} replace />
}
