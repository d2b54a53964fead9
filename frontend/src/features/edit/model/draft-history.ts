/** Undo and redo over a whole value. Typing in one place is one step, however many keystrokes it took. */

export interface History<Value> {
  readonly past: readonly Value[]
  readonly present: Value
  readonly future: readonly Value[]
  /** Where the last change was made, and when in milliseconds; null after an undo. */
  readonly last: { readonly place: string; readonly at: number } | null
}

/** After a pause this long, typing in the same place begins a new step. */
export const PAUSE_MS = 1_000
const MOST_STEPS = 200

export function beginHistory<Value>(present: Value): History<Value> {
  return { past: [], present, future: [], last: null }
}

/**
 * Takes a change.
 *
 * @param place where it was made; null for an act that is a step of its own, such as moving a row.
 */
export function withStep<Value>(
  history: History<Value>,
  present: Value,
  place: string | null,
  at: number,
): History<Value> {
  if (Object.is(present, history.present)) return history
  const { last, past } = history
  const goesOn = place !== null && last?.place === place && at - last.at < PAUSE_MS
  return {
    past: goesOn ? past : [...past, history.present].slice(-MOST_STEPS),
    present,
    future: [],
    last: place === null ? null : { place, at },
  }
}

export function undone<Value>(history: History<Value>): History<Value> {
  const present = history.past.at(-1)
  if (present === undefined) return history
  return { past: history.past.slice(0, -1), present, future: [history.present, ...history.future], last: null }
}

export function redone<Value>(history: History<Value>): History<Value> {
  const [present, ...future] = history.future
  if (present === undefined) return history
  return { past: [...history.past, history.present], present, future, last: null }
}
