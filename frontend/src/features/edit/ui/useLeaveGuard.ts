import { useCallback, useEffect, useRef, useState } from 'react'
import { guardHistory } from '../../../shared/lib/routing/history-gate'

/** Somebody wants to leave; one of the two must be called. */
export interface LeaveRequest {
  readonly leave: () => void
  readonly stay: () => void
}

/**
 * Asks before unsaved changes are left behind: by a link or a call inside the app, by the browser's back and forward,
 * and, in the browser's own words, by closing or reloading.
 *
 * @returns the request that waits for an answer, and `release`, after which nothing is asked any more.
 */
export function useLeaveGuard(active: boolean): { request: LeaveRequest | null; release: () => void } {
  const [request, setRequest] = useState<LeaveRequest | null>(null)
  const released = useRef(false)
  const openGate = useRef<() => void>(() => undefined)

  // At once: whoever calls it goes elsewhere before anything is rendered again.
  const release = useCallback(() => {
    released.current = true
    openGate.current()
  }, [])

  useEffect(() => {
    if (!active || released.current) return
    const openHistory = guardHistory((go) => {
      const leave = () => {
        release()
        setRequest(null)
        go()
      }
      setRequest({ leave, stay: () => setRequest(null) })
    })
    const onUnload = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', onUnload)
    openGate.current = () => {
      openHistory()
      removeEventListener('beforeunload', onUnload)
    }
    return openGate.current
  }, [active, release])

  return { request, release }
}
