import { fittingOf, objectOf, textUpTo } from '../../../shared/lib/browser/schema'
import { json, StoredValue } from '../../../shared/lib/browser/stored-value'
import type { Item } from './items'

/** What a person has at home, by the keys of items, as far as it is not what every kitchen has. */
export interface Pantry {
  readonly has: readonly string[]
  /** What nearly every kitchen has, and this one does not. */
  readonly lacks: readonly string[]
}

/** Older ones make room. */
const MOST_KEYS = 500
const KEYS = fittingOf(textUpTo(500))

/** A person's pantry on this device; signing out forgets it, as all that is a person's. */
export const storedPantry = new StoredValue<Pantry>('zest.pantry', json(objectOf<Pantry>({ has: KEYS, lacks: KEYS })), {
  has: [],
  lacks: [],
})

type Kept = Pick<Item, 'key' | 'home'>

/** Whether an item is at home, as far as anybody knows. */
export function isAtHome({ has, lacks }: Pantry, { key, home }: Kept): boolean {
  return home ? !lacks.includes(key) : has.includes(key)
}

/** The pantry after somebody has chosen: what they left out is at home, what they took is not. */
export function remembered(pantry: Pantry, items: readonly Kept[], chosen: ReadonlySet<string>): Pantry {
  const asked = new Set(items.map(({ key }) => key))
  const keep = (keys: readonly string[], news: readonly Kept[]) =>
    [...keys.filter((key) => !asked.has(key)), ...news.map(({ key }) => key)].slice(-MOST_KEYS)
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
