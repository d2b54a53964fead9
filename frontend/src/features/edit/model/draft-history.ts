/** Undo and redo over an immutable value. Continuous typing in one field is one step. */

export interface History<Value> {
  readonly past: readonly Value[]
  readonly present: Value
  readonly future: readonly Value[]
  /** Field and time (ms) of the last change; null after an undo. */
  readonly last: { readonly place: string; readonly at: number } | null
}

/** Pause after which typing in the same field begins a new step. */
export const PAUSE_MS = 1_000
const MAX_STEPS = 200

export function beginHistory<Value>(present: Value): History<Value> {
  return { past: [], present, future: [], last: null }
}

/**
 * Adds a change.
 * @param place the edited field; null for a discrete action such as moving a row
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
    past: goesOn ? past : [...past, history.present].slice(-MAX_STEPS),
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
