import { type RefObject, useLayoutEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { isAtToast } from '../shared/ui/Toasts'

/**
 * A new page begins at its top for the keyboard too. Whoever has gone to a passing message meanwhile stays there: the
 * page may come late, and its message's button would be gone from under them.
 */
export function useFocusOnNavigation(main: RefObject<HTMLElement | null>): void {
  const { pathname } = useLocation()
  const last = useRef<string | null>(null)

  useLayoutEffect(() => {
    const from = last.current
    last.current = pathname
    const isNew = from !== null && from !== pathname && from !== '/'
    if (isNew && !isAtToast(document.activeElement)) main.current?.focus({ preventScroll: true })
  }, [pathname, main])
}
