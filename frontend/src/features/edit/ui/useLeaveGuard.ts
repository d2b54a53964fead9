import { useCallback, useEffect, useRef, useState } from 'react'
import { guardHistory } from '../../../shared/lib/routing/history-gate'

/** A pending attempt to leave the page; call either `leave` or `stay`. */
export interface LeaveRequest {
  readonly leave: () => void
  readonly stay: () => void
}

/**
 * Asks before unsaved changes are lost: on links and navigation in the app, back and forward, and (with the browser's
 * dialog) close and reload.
 * @returns the pending request, and `release`, which disables the guard
 */
export function useLeaveGuard(active: boolean): { request: LeaveRequest | null; release: () => void } {
  const [request, setRequest] = useState<LeaveRequest | null>(null)
  const released = useRef(false)
  const openGate = useRef<() => void>(() => undefined)

  // Synchronous, because the caller navigates before the next render.
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
