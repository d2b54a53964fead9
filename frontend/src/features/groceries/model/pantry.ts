import { fittingOf, objectOf, textUpTo } from '../../../shared/lib/browser/schema'
import { json, StoredValue } from '../../../shared/lib/browser/stored-value'
import type { Item } from './items'

/** What the user has at home, by item key, as exceptions from the staples. */
export interface Pantry {
  readonly has: readonly string[]
  /** Staples that the user lacks. */
  readonly lacks: readonly string[]
}

/** Limit of stored keys; the oldest are dropped. */
const MAX_KEYS = 500
const KEYS = fittingOf(textUpTo(500))

/** The pantry on this device; cleared on sign-out. */
export const storedPantry = new StoredValue<Pantry>('zest.pantry', json(objectOf<Pantry>({ has: KEYS, lacks: KEYS })), {
  has: [],
  lacks: [],
})

type Kept = Pick<Item, 'key' | 'home'>

/** Whether an item is probably at home. */
export function isAtHome({ has, lacks }: Pantry, { key, home }: Kept): boolean {
  return home ? !lacks.includes(key) : has.includes(key)
}

/** The pantry updated by a choice: deselected items are at home, selected ones are not. */
export function remembered(pantry: Pantry, items: readonly Kept[], chosen: ReadonlySet<string>): Pantry {
  const asked = new Set(items.map(({ key }) => key))
  const keep = (keys: readonly string[], news: readonly Kept[]) =>
    [...keys.filter((key) => !asked.has(key)), ...news.map(({ key }) => key)].slice(-MAX_KEYS)
  return {
    has: keep(
      pantry.has,
      items.filter(({ key, home }) => !home && !chosen.has(key)),
    ),
    lacks: keep(
      pantry.lacks,
      items.filter(({ key, home }) => home && chosen.has(key)),
    ),
  }
}
