/** Callbacks for one pointer, from press to release. */

export interface FollowedPointer {
  /** Pixels after which a press becomes a drag. */
  readonly beginsAfter: number
  /** Called once, when the press becomes a drag. */
  onBegin(): void
  onMove(event: PointerEvent): void
  /**
   * Called once.
   * @param dropped true if a drag was released, false after a tap or a cancelled drag.
   */
  onEnd(dropped: boolean): void
}

/**
 * Follows a pressed pointer.
 * @param distanceOf pixels between the press and the pointer.
 * @returns a function that cancels, as Escape does.
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
    // Suppress the click that follows the release.
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
