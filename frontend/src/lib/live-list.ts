/**
 * The live list as a pure value. Full loads, pushed changes and answers of our own mutations come in any order and
 * any number of times; the highest version of each recipe wins, so the list ends the same whatever the order.
 */
import type { RecipeCard, RecipeChange } from './recipe'

interface Entry {
  readonly version: number
  /** Null marks a deletion, remembered so that a late or repeated older change cannot bring the recipe back. */
  readonly card: RecipeCard | null
  /** The list's clock when this entry last changed. */
  readonly seen: number
}

export interface LiveList {
  readonly entries: ReadonlyMap<string, Entry>
  /** Counts changes; not a time of day. */
  readonly clock: number
  /** True from the first full load of a standing subscription on, false while there is none. */
  readonly synced: boolean
}

export const EMPTY_LIST: LiveList = { entries: new Map(), clock: 0, synced: false }

/** Of a recipe that the server has confirmed as deleted: no later version can exist. */
const GONE_FOR_GOOD = Number.MAX_SAFE_INTEGER

/** Takes one pushed change or one mutation's answer. */
export function withChange(list: LiveList, change: RecipeChange): LiveList {
  const known = list.entries.get(change.id)
  if (known !== undefined && known.version >= change.version) return list
  const clock = list.clock + 1
  const entries = new Map(list.entries).set(change.id, { version: change.version, card: change.card, seen: clock })
  return { ...list, entries, clock }
}

/** Takes the server's word that a recipe is deleted. */
export function withDeleted(list: LiveList, id: string): LiveList {
  return withChange(list, { id, version: GONE_FOR_GOOD, card: null })
}

/**
 * Takes a full load. What it no longer holds is gone, except what changed after the load began: the load may have
 * read past it.
 *
 * @param begunAt the list's clock when the load began.
 * @param live whether a subscription stands since before the load began: only then is nothing missing.
 */
export function withFullLoad(list: LiveList, cards: readonly RecipeCard[], begunAt: number, live: boolean): LiveList {
  const clock = list.clock + 1
  const entries = new Map(list.entries)
  const loaded = new Set<string>()
  for (const card of cards) {
    loaded.add(card.id)
    const known = entries.get(card.id)
    if (known === undefined || known.version < card.version) {
      entries.set(card.id, { version: card.version, card, seen: clock })
    }
  }
  for (const [id, entry] of list.entries) {
    if (!loaded.has(id) && entry.card !== null && entry.seen <= begunAt) {
      entries.set(id, { version: entry.version, card: null, seen: clock })
    }
  }
  return { entries, clock, synced: list.synced || live }
}

/** A new subscription, its end, or a lost connection: from now on changes may be missed. */
export function withoutSync(list: LiveList): LiveList {
  return list.synced ? { ...list, synced: false } : list
}

/** The recipes, newest first; the id breaks ties so that the order never flickers. */
export function cardsOf(list: LiveList): RecipeCard[] {
  const cards: RecipeCard[] = []
  for (const { card } of list.entries.values()) if (card !== null) cards.push(card)
  return cards.sort(newestFirst)
}

export function newestFirst(a: { createdAt: string; id: string }, b: { createdAt: string; id: string }): number {
  return Date.parse(b.createdAt) - Date.parse(a.createdAt) || (a.id < b.id ? -1 : 1)
}
