import { type ReactNode, startTransition, useLayoutEffect, useState } from 'react'
import { Router } from 'react-router'
import type { BrowserHistory } from '../shared/lib/routing/browser-history'

interface AppRouterProps {
  history: BrowserHistory
  /** Language prefix of all paths: "", "/es" or "/fr". */
  basename: string
  children: ReactNode
}

/**
 * Replaces react-router's `BrowserRouter`, with a history that can block navigation while there are unsaved changes.
 */
export function AppRouter({ history, basename, children }: AppRouterProps) {
  const [place, setPlace] = useState(history.place)
  // A transition keeps the current page visible until the code of the next one is loaded.
  useLayoutEffect(() => history.listen((next) => startTransition(() => setPlace(next))), [history])
  return (
    <Router basename={basename} navigator={history} {...place}>
      {children}
    </Router>
  )
}
