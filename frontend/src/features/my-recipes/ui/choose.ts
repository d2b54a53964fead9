/** Event with which failed cards open the box's file chooser. */
const CHOOSE = 'zest:choose'

export function askToChoose(): void {
  dispatchEvent(new Event(CHOOSE))
}

/** @returns the unsubscribe function */
export function onAskedToChoose(act: () => void): () => void {
  addEventListener(CHOOSE, act)
  return () => removeEventListener(CHOOSE, act)
}
