/**
 * Told that somebody is about to leave the page by a link, a call, or the browser's back and forward. They go when
 * `leave` is called: at once, later, or never. The browser's own moves come by the gate again, so it is opened first.
 */
export type Gatekeeper = (leave: () => void) => void

let gatekeeper: Gatekeeper | null = null

/**
 * Lets one part of the app decide whether the page is left, as long as it has something to lose.
 *
 * @returns opens the gate again.
 */
export function guardHistory(keeper: Gatekeeper): () => void {
  gatekeeper = keeper
  return () => {
    if (gatekeeper === keeper) gatekeeper = null
  }
}

/** Whether somebody has to be asked before the page is left. */
export function isGuarded(): boolean {
  return gatekeeper !== null
}

/** Leaves now, unless somebody guards the page: then it is theirs to say. */
export function passGate(leave: () => void): void {
  if (gatekeeper === null) leave()
  else gatekeeper(leave)
}
