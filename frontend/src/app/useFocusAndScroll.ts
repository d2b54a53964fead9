import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import { isAtToast } from '../ui/Toasts'
import { ScrollMemory, scrollBackTo } from './scroll-memory'

const memory = new ScrollMemory()

/**
 * What happens when somebody arrives at a page. A new one begins at its top, for the eye and for the keyboard; on the
 * way back, and after a reload, it stands where it was left, as soon as it is tall enough again. Whoever has gone to a
 * passing message meanwhile stays there: the page may come late, and its message's button would be gone from under them.
 */
export function useFocusAndScroll(main: RefObject<HTMLElement | null>): void {
  const { key, pathname } = useLocation()
  const how = useNavigationType()
  const last = useRef<string | null>(null)
  const place = `${key} ${pathname}`

  useEffect(() => {
    history.scrollRestoration = 'manual'
    const onLeave = () => memory.save()
    addEventListener('pagehide', onLeave)
    return () => removeEventListener('pagehide', onLeave)
  }, [])

  useLayoutEffect(() => {
    const from = last.current
    last.current = pathname
    const isNew = from !== null && from !== pathname && from !== '/'
    if (isNew && !isAtToast(document.activeElement)) main.current?.focus({ preventScroll: true })
    if (how === 'POP') return from === null && !cameBack() ? undefined : scrollBackTo(memory.of(place))
    if (from !== pathname) scrollTo(0, 0)
    return undefined
  }, [place, pathname, how, main])

  // Before the next page is laid out: a shorter one moves the window, and that is not where this one was left.
  useLayoutEffect(() => {
    const onScroll = () => memory.note(place, scrollY)
    addEventListener('scroll', onScroll, { passive: true })
    return () => removeEventListener('scroll', onScroll)
  }, [place])
}

/** Whether this document was reloaded or found again in the history, rather than asked for anew. */
function cameBack(): boolean {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return navigation?.type === 'reload' || navigation?.type === 'back_forward'
}
