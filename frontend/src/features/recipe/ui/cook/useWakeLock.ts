import { useEffect, useState } from 'react'

/** `lost` between switching away and coming back, and when the browser refuses, for instance on a low battery. */
export type WakeState = 'off' | 'held' | 'lost' | 'unavailable'

/**
 * Keeps the screen awake while it is wanted. Browsers drop the lock whenever the page is hidden, so it is taken again
 * each time the page comes back.
 */
export function useWakeLock(wanted: boolean): WakeState {
  const [state, setState] = useState<WakeState>('off')
  useEffect(() => {
    if (!wanted) {
      setState('off')
      return
    }
    if (!('wakeLock' in navigator)) {
      setState('unavailable')
      return
    }
    let stopped = false
    let held: WakeLockSentinel | null = null
    const take = async () => {
      if (document.visibilityState !== 'visible' || (held !== null && !held.released)) return
      try {
        const lock = await navigator.wakeLock.request('screen')
        if (stopped) {
          await lock.release()
          return
        }
        held = lock
        lock.addEventListener('release', () => !stopped && setState('lost'))
        setState('held')
      } catch {
        if (!stopped) setState('lost')
      }
    }
    const onVisible = () => void take()
    void take()
    document.addEventListener('visibilitychange', onVisible)
    return () => {
      stopped = true
      document.removeEventListener('visibilitychange', onVisible)
      held?.release().catch(() => undefined)
    }
  }, [wanted])
  return state
}
