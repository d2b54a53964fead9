import { type RefObject, useLayoutEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { isAtToast } from '../shared/ui/Toasts'

/** Moves focus to the main element of a new page, but not from "/", or if the user moved it to a toast meanwhile. */
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
