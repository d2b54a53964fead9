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

/** What of one recipe is done on this device. */
export interface Ticks {
  /** Keys of ingredient lines and steps: see `keysOf`. */
  readonly done: readonly string[]
  /** The step that cook mode stands at, from 0. */
  readonly step: number
  /** Whether cook mode shows all steps at once. */
  readonly all: boolean
}

export const NO_TICKS: Ticks = { done: [], step: 0, all: false }

/** No recipe has more lines and steps than these. */
const MOST_DONE = 1000
/** Older ones make room. */
const MOST_RECIPES = 40
const PREFIX = 'zest.ticks.'
const ORDER = 'zest.ticks'

/** Stored ticks; whatever of them does not fit is as if nothing were done. */
export const TICKS: Schema<Ticks> = objectOf({
  done: (value) => (fittingOf(text)(value) ?? []).slice(0, MOST_DONE),
  step: withDefault(
    checked(number, (step) => Number.isInteger(step) && step >= 0),
    0,
  ),
  all: withDefault(boolean, false),
})

/** What is done of one recipe; remembering a new recipe forgets the one that was cooked longest ago. */
export function storedTicks(id: string): StoredValue<Ticks> {
  return new StoredValue(PREFIX + id, json(TICKS), NO_TICKS)
}

/** Notes that a recipe is being cooked, and forgets those that were cooked too long ago. */
export function noteCooked(id: string): void {
  const order = new StoredValue<readonly string[]>(ORDER, json(fittingOf(text)), [])
  const all = [id, ...order.read().filter((each) => each !== id)]
  order.write(all.slice(0, MOST_RECIPES))
  for (const old of all.slice(MOST_RECIPES)) storedTicks(old).clear()
}

/** Keys by what a line says, so that an edited line is not ticked for what it was. Twins are told apart by number. */
export function keysOf(texts: readonly string[], kind: 'line' | 'step'): string[] {
  const seen = new Map<string, number>()
  return texts.map((text) => {
    const key = `${kind} ${hash(text)}`
    const count = seen.get(key) ?? 0
    seen.set(key, count + 1)
    return count === 0 ? key : `${key} ${count}`
  })
}

/** What a line says, whether its source wrote it whole or a person in parts. */
export const textOfLine = ({ text, quantity, unit, name, note }: Ingredient): string =>
  text === '' ? [quantity, unit, name, note ?? ''].join(' ') : text

/** 53 bits of a text: enough to tell the lines of one recipe apart. */
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
