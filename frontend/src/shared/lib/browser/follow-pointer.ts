/** Following one pointer from its press until it is let go: what every drag has alike, whatever it moves. */

export interface FollowedPointer {
  /** Pixels after which a press is a drag and no tap. */
  readonly beginsAfter: number
  /** Once, when the press has become a drag. */
  onBegin(): void
  onMove(event: PointerEvent): void
  /** Once. @param dropped true when it was a drag that was let go, false when it was a tap, or given up with Escape. */
  onEnd(dropped: boolean): void
}

/**
 * Follows the pointer that was pressed.
 *
 * @param distanceOf pixels from the press to where the pointer is now.
 * @returns stops it, as Escape does.
 */
export function followPointer(
  pressed: PointerEvent,
  distanceOf: (event: PointerEvent) => number,
  followed: FollowedPointer,
): () => void {
  let begun = false
  const listening = new AbortController()
  const { signal } = listening
  const isSame = (event: PointerEvent) => event.pointerId === pressed.pointerId

  const end = (letGo: boolean) => {
    if (signal.aborted) return
    listening.abort()
    // The release is followed by a click, which would otherwise press what lies there.
    if (begun) addEventListener('click', swallow, { capture: true, once: true })
    setTimeout(() => removeEventListener('click', swallow, { capture: true }))
    followed.onEnd(letGo && begun)
  }
  addEventListener(
    'pointermove',
    (event) => {
      if (!isSame(event)) return
      if (!begun && distanceOf(event) < followed.beginsAfter) return
      if (!begun) {
        begun = true
        followed.onBegin()
      }
      followed.onMove(event)
    },
    { signal },
  )
  addEventListener('pointerup', (event) => isSame(event) && end(true), { signal })
  addEventListener('pointercancel', (event) => isSame(event) && end(false), { signal })
  addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Escape') return
      event.stopPropagation()
      end(false)
    },
    { capture: true, signal },
  )
  return () => end(false)
}

function swallow(event: MouseEvent): void {
  event.stopPropagation()
  event.preventDefault()
}
