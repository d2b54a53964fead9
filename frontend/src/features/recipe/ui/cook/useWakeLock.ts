import { useEffect, useState } from 'react'

/** `lost`: the page was hidden, or the browser refused (for example on low battery). */
export type WakeState = 'off' | 'held' | 'lost' | 'unavailable'

/** Keeps the screen awake. Browsers release the lock when the page is hidden, so it is requested again when visible. */
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
