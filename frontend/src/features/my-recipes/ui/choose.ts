/** Asks the box, wherever it is on the page, to open its chooser: cards of failed uploads lead there. */
const CHOOSE = 'zest:choose'

export function askToChoose(): void {
  dispatchEvent(new Event(CHOOSE))
}

/** @returns what ends it. */
export function onAskedToChoose(act: () => void): () => void {
  addEventListener(CHOOSE, act)
  return () => removeEventListener(CHOOSE, act)
}
