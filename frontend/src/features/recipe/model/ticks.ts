import {
  boolean,
  checked,
  fittingOf,
  number,
  objectOf,
  type Schema,
  text,
  withDefault,
} from '../../../shared/lib/browser/schema'
import { json, StoredValue } from '../../../shared/lib/browser/stored-value'
import type { Ingredient } from '../../../shared/lib/recipe/recipe'

/** Cooking progress of one recipe on this device. */
export interface Ticks {
  /** Keys of ingredient lines and steps, see `keysOf`. */
  readonly done: readonly string[]
  /** Current step in cook mode, from 0. */
  readonly step: number
  /** Whether cook mode shows all steps. */
  readonly all: boolean
}

export const NO_TICKS: Ticks = { done: [], step: 0, all: false }

/** Limit of stored keys. */
const MAX_DONE = 1000
/** Limit of recipes; the oldest are dropped. */
const MAX_RECIPES = 40
const PREFIX = 'zest.ticks.'
const ORDER = 'zest.ticks'

/** Stored ticks; invalid parts become defaults. */
export const TICKS: Schema<Ticks> = objectOf({
  done: (value) => (fittingOf(text)(value) ?? []).slice(0, MAX_DONE),
  step: withDefault(
    checked(number, (step) => Number.isInteger(step) && step >= 0),
    0,
  ),
  all: withDefault(boolean, false),
})

export function storedTicks(id: string): StoredValue<Ticks> {
  return new StoredValue(PREFIX + id, json(TICKS), NO_TICKS)
}

/** Marks the recipe as most recently cooked, and drops the oldest beyond the limit. */
export function noteCooked(id: string): void {
  const order = new StoredValue<readonly string[]>(ORDER, json(fittingOf(text)), [])
  const all = [id, ...order.read().filter((each) => each !== id)]
  order.write(all.slice(0, MAX_RECIPES))
  for (const old of all.slice(MAX_RECIPES)) storedTicks(old).clear()
}

/** Keys from the text, so that an edited line loses its tick. Duplicates are numbered. */
export function keysOf(texts: readonly string[], kind: 'line' | 'step'): string[] {
  const seen = new Map<string, number>()
  return texts.map((text) => {
    const key = `${kind} ${hash(text)}`
    const count = seen.get(key) ?? 0
    seen.set(key, count + 1)
    return count === 0 ? key : `${key} ${count}`
  })
}

/** Text of a line; joined from its parts if it has no source text. */
export const textOfLine = ({ text, quantity, unit, name, note }: Ingredient): string =>
  text === '' ? [quantity, unit, name, note ?? ''].join(' ') : text

/** 53-bit hash, enough for the lines of one recipe. */
function hash(text: string): string {
  let [high, low] = [0xdeadbeef, 0x41c6ce57]
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    high = Math.imul(high ^ code, 2654435761)
    low = Math.imul(low ^ code, 1597334677)
  }
  return ((high >>> 0) * 2 ** 21 + (low >>> 11)).toString(36)
}

export function toggled(ticks: Ticks, key: string): Ticks {
  const done = ticks.done.includes(key) ? ticks.done.filter((each) => each !== key) : [...ticks.done, key]
  return { ...ticks, done }
}
