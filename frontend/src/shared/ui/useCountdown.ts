import { useEffect, useRef, useSyncExternalStore } from 'react'

/**
 * A timeout that stops while the user hovers or focuses the element or the page is hidden, and then restarts in full
 * (WCAG 2.2.1).
 * @param durationMs milliseconds; null for no timeout.
 * @param held whether the user hovers or focuses the element.
 * @param onEnd called at most once per run.
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
