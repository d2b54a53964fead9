import { useContext, useEffect, useRef, useState } from 'react'
import { UNSAFE_NavigationContext } from 'react-router'
import { guardHistory } from '../../lib/history-gate'
import { useLatest } from './useEditor'

/** Somebody wants to leave; one of the two must be called. */
export interface LeaveRequest {
  readonly leave: () => void
  readonly stay: () => void
}

/**
 * Asks before unsaved changes are left behind: by a link or a call inside the app, by the browser's back and forward,
 * and, in the browser's own words, by closing or reloading. The decision on editing says why it reaches into the router.
 *
 * @returns the request that waits for an answer, and `release`, after which nothing is asked any more.
 */
export function useLeaveGuard(active: boolean): { request: LeaveRequest | null; release: () => void } {
  const { navigator } = useContext(UNSAFE_NavigationContext)
  const [request, setRequest] = useState<LeaveRequest | null>(null)
  const released = useRef(false)
  const ask = useLatest((go: () => void) => {
    const leave = () => {
      released.current = true
      setRequest(null)
      go()
    }
    setRequest({ leave, stay: () => setRequest(null) })
  })

  useEffect(() => {
    if (!active) return
    const onUnload = (event: BeforeUnloadEvent) => {
      if (!released.current) event.preventDefault()
    }
    addEventListener('beforeunload', onUnload)
    return () => removeEventListener('beforeunload', onUnload)
  }, [active])

  useEffect(() => {
    if (!active) return
    const { push, replace } = navigator
    navigator.push = (...to) => (released.current ? push(...to) : ask(() => push(...to)))
    navigator.replace = (...to) => (released.current ? replace(...to) : ask(() => replace(...to)))
    return () => {
      navigator.push = push
      navigator.replace = replace
    }
  }, [active, navigator, ask])

  useEffect(() => {
    if (!active) return
    const here = placeInHistory()
    let returning = false
    const onPop = (event: PopStateEvent) => {
      if (released.current) return
      // The browser has moved already and the router must not see it: it goes back first and asks then.
      event.stopImmediatePropagation()
      if (returning) {
        returning = false
        return
      }
      const steps = placeInHistory() - here
      if (steps === 0) return
      returning = true
      history.go(-steps)
      ask(() => history.go(steps))
    }
    return guardHistory(onPop)
  }, [active, ask])

  return {
    request,
    release: () => {
      released.current = true
    },
  }
}

/** How many pages of the app stand before this one in the browser's history; the router numbers them. */
function placeInHistory(): number {
  const state: unknown = history.state
  if (typeof state !== 'object' || state === null || !('idx' in state)) return 0
  return typeof state.idx === 'number' ? state.idx : 0
}
