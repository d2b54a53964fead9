/**
 * The live list as a pure value. Full loads, pushed changes and answers of our own mutations come in any order and
 * any number of times; the highest version of each recipe wins, so the list ends the same whatever the order.
 */
import type { RecipeCard, RecipeChange } from '../recipe/recipe'

interface Entry {
  readonly version: number
  /** Null marks a deletion, remembered so that a late or repeated older change cannot bring the recipe back. */
  readonly card: RecipeCard | null
  /** The list's clock when this entry last changed. */
  readonly seen: number
}

export interface LiveList {
  readonly entries: ReadonlyMap<string, Entry>
  /** The recipes, newest first: kept in order, because sorting thousands at each change would be felt. */
  readonly order: readonly RecipeCard[]
  /** Counts changes; not a time of day. */
  readonly clock: number
  /** True from the first full load of a standing subscription on, false while there is none. */
  readonly synced: boolean
}

export const EMPTY_LIST: LiveList = { entries: new Map(), order: [], clock: 0, synced: false }

/** Of a recipe that the server has confirmed as deleted: no later version can exist. */
const GONE_FOR_GOOD = Number.MAX_SAFE_INTEGER

/** Takes one pushed change or one mutation's answer. */
export function withChange(list: LiveList, change: RecipeChange): LiveList {
  const known = list.entries.get(change.id)
  if (known !== undefined && known.version >= change.version) return list
  const clock = list.clock + 1
  const entries = new Map(list.entries).set(change.id, { version: change.version, card: change.card, seen: clock })
  const order = [...list.order]
  if (known?.card != null) order.splice(placeOf(known.card, order), 1)
  if (change.card !== null) order.splice(placeOf(change.card, order), 0, change.card)
  return { ...list, entries, order, clock }
}

/** Takes the server's word that recipes are deleted. */
export function withDeleted(list: LiveList, ids: Iterable<string>): LiveList {
  const clock = list.clock + 1
  const entries = new Map(list.entries)
  for (const id of ids) entries.set(id, { version: GONE_FOR_GOOD, card: null, seen: clock })
  return { ...list, entries, order: list.order.filter(({ id }) => entries.get(id)?.card !== null), clock }
}

/** Takes one page of a load that is not over yet: what it holds is shown, what it lacks may be on a later page. */
export function withPage(list: LiveList, cards: readonly RecipeCard[]): LiveList {
  const clock = list.clock + 1
  const entries = new Map(list.entries)
  let changed = false
  for (const card of cards) {
    const known = entries.get(card.id)
    if (known !== undefined && known.version >= card.version) continue
    entries.set(card.id, { version: card.version, card, seen: clock })
    changed = true
  }
  return changed ? { ...list, entries, order: inOrder(entries), clock } : list
}

/**
 * Takes a full load. What it no longer holds is gone, except what changed after the load began: the load may have
 * read past it.
 *
 * @param begunAt the list's clock when the load began.
 * @param live whether a subscription stands since before the load began: only then is nothing missing.
 */
export function withFullLoad(list: LiveList, cards: readonly RecipeCard[], begunAt: number, live: boolean): LiveList {
  const { entries, order, clock } = withPage(list, cards)
  const loaded = new Set(cards.map(({ id }) => id))
  const gone = order.filter(({ id }) => !loaded.has(id) && (list.entries.get(id)?.seen ?? 0) <= begunAt)
  const synced = list.synced || live
  if (gone.length === 0) return { entries, order, clock, synced }
  const left = new Map(entries)
  for (const { id, version } of gone) left.set(id, { version, card: null, seen: clock + 1 })
  return { entries: left, order: order.filter(({ id }) => left.get(id)?.card !== null), clock: clock + 1, synced }
}

/** A new subscription, its end, or a lost connection: from now on changes may be missed. */
export function withoutSync(list: LiveList): LiveList {
  return list.synced ? { ...list, synced: false } : list
}

function inOrder(entries: ReadonlyMap<string, Entry>): RecipeCard[] {
  const cards: RecipeCard[] = []
  for (const { card } of entries.values()) if (card !== null) cards.push(card)
  return cards.sort(newestFirst)
}

/** Where a card stands, or would stand, among cards that are in order. */
export function placeOf(card: RecipeCard, order: readonly RecipeCard[]): number {
  let low = 0
  let high = order.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const other = order[middle]
    if (other !== undefined && newestFirst(other, card) < 0) low = middle + 1
    else high = middle
  }
  return low
}

/** The id breaks ties so that the order never flickers. */
function newestFirst(a: RecipeCard, b: RecipeCard): number {
  return momentOf(b) - momentOf(a) || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)
}

const moments = new WeakMap<RecipeCard, number>()

/** Milliseconds since 1970; reading a date is dear when thousands are compared. */
function momentOf(card: RecipeCard): number {
  const before = moments.get(card)
  if (before !== undefined) return before
  const read = Date.parse(card.createdAt)
  const moment = Number.isNaN(read) ? 0 : read
  moments.set(card, moment)
  return moment
}
