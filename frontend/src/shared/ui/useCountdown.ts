import { useEffect, useRef, useSyncExternalStore } from 'react'

/**
 * Time that a person is given to read or to act. It runs only while nobody is at it and the page can be seen; after
 * that it begins again in full, so that nobody has to hurry (WCAG 2.2.1).
 *
 * @param durationMs milliseconds; null for time without an end.
 * @param held whether somebody is at it, with the keyboard or the pointer.
 * @param onEnd called when the time is over, at most once for each run.
 */
export function useCountdown(durationMs: number | null, held: boolean, onEnd: () => void): void {
  const hidden = useSyncExternalStore(onVisibility, isHidden, () => false)
  const end = useRef(onEnd)
  useEffect(() => {
    end.current = onEnd
  })
  useEffect(() => {
    if (held || hidden || durationMs === null) return
    const timer = setTimeout(() => end.current(), durationMs)
    return () => clearTimeout(timer)
  }, [held, hidden, durationMs])
}

const isHidden = () => document.visibilityState === 'hidden'

function onVisibility(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}
