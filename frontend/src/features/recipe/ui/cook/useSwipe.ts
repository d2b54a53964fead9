import { type PointerEvent, useRef } from 'react'

const SWIPE_PX = 60

interface Swipe {
  onLeft: () => void
  onRight: () => void
}

/** Pointer handlers for horizontal swipes; vertical movement scrolls. */
export function useSwipe({ onLeft, onRight }: Swipe) {
  const from = useRef<{ x: number; y: number } | null>(null)
  return {
    onPointerDown: (event: PointerEvent) => {
      from.current = event.pointerType === 'touch' ? { x: event.clientX, y: event.clientY } : null
    },
    onPointerUp: (event: PointerEvent) => {
      const begin = from.current
      from.current = null
      if (begin === null) return
      const [x, y] = [event.clientX - begin.x, event.clientY - begin.y]
      if (Math.abs(x) < SWIPE_PX || Math.abs(x) < 2 * Math.abs(y)) return
      if (x < 0) onLeft()
      else onRight()
    },
    onPointerCancel: () => {
      from.current = null
    },
  }
}
