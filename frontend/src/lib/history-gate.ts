/**
 * Lets one part of the app hear of the browser's back and forward before the router does, and keep it from hearing.
 * Listeners of the window are called in the order in which they came, so this one must come first: the app calls
 * `watchHistory` before it renders.
 */
type Gatekeeper = (event: PopStateEvent) => void

let gatekeeper: Gatekeeper | null = null

export function watchHistory(): void {
  addEventListener('popstate', (event) => gatekeeper?.(event))
}

/** @returns opens the gate again. */
export function guardHistory(keeper: Gatekeeper): () => void {
  gatekeeper = keeper
  return () => {
    if (gatekeeper === keeper) gatekeeper = null
  }
}
