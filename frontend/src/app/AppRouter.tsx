import { type ReactNode, startTransition, useLayoutEffect, useState } from 'react'
import { Router } from 'react-router'
import type { BrowserHistory } from '../shared/lib/routing/browser-history'

interface AppRouterProps {
  history: BrowserHistory
  /** What stands before every path: "", "/es" or "/fr". */
  basename: string
  children: ReactNode
}

/** react-router's `BrowserRouter` over a history of our own, which asks before unsaved work is left. */
export function AppRouter({ history, basename, children }: AppRouterProps) {
  const [place, setPlace] = useState(history.place)
  // A transition, so that a page stays until the code of the next is there.
  useLayoutEffect(() => history.listen((next) => startTransition(() => setPlace(next))), [history])
  return (
    <Router basename={basename} navigator={history} {...place}>
      {children}
    </Router>
  )
}
