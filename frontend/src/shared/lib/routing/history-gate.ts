/**
 * A navigation guard. Called when the user is about to leave the page; `leave` continues the move. Back and forward
 * pass the gate again, so the guard must be removed before `leave`.
 */
export type Gatekeeper = (leave: () => void) => void

let gatekeeper: Gatekeeper | null = null

/**
 * Sets the guard of the current page.
 * @returns a function that removes the guard.
 */
export function guardHistory(keeper: Gatekeeper): () => void {
  gatekeeper = keeper
  return () => {
    if (gatekeeper === keeper) gatekeeper = null
  }
}

export function isGuarded(): boolean {
  return gatekeeper !== null
}

/** Leaves, or lets the guard decide. */
export function passGate(leave: () => void): void {
  if (gatekeeper === null) leave()
  else gatekeeper(leave)
}
