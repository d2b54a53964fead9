/**
 * The live list as an immutable value. Full loads, pushed changes and mutation results may arrive in any order and
 * repeatedly. The highest version of each recipe wins, so the order does not matter.
 */
import type { RecipeCard, RecipeChange } from '../recipe/recipe'

interface Entry {
  readonly version: number
  /** Null for a deleted recipe, stored so that an older change cannot restore it. */
  readonly card: RecipeCard | null
  /** The list's clock at the last change of this entry. */
  readonly seen: number
}

export interface LiveList {
  readonly entries: ReadonlyMap<string, Entry>
  /** The recipes, newest first. Kept sorted, because sorting thousands at each change is slow. */
  readonly order: readonly RecipeCard[]
  /** Number of changes; not a time. */
  readonly clock: number
  /** Whether a full load has completed since the present subscription was opened. */
  readonly synced: boolean
}

export const EMPTY_LIST: LiveList = { entries: new Map(), order: [], clock: 0, synced: false }

/** Version of a recipe whose deletion the server has confirmed: no later version exists. */
const GONE_FOR_GOOD = Number.MAX_SAFE_INTEGER

/** Applies a pushed change or a mutation result. */
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

/** Applies deletions confirmed by the server. */
export function withDeleted(list: LiveList, ids: Iterable<string>): LiveList {
  const clock = list.clock + 1
  const entries = new Map(list.entries)
  for (const id of ids) entries.set(id, { version: GONE_FOR_GOOD, card: null, seen: clock })
  return { ...list, entries, order: list.order.filter(({ id }) => entries.get(id)?.card !== null), clock }
}

/** Applies one page of a running load. Recipes not on it may be on a later page. */
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
 * Applies a full load. Removes recipes it does not contain, unless they changed after the load began.
 * @param begunAt the list's clock when the load began.
 * @param live whether a subscription was open since before the load began, so that no change is missing.
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

/** Marks the list as possibly incomplete after the subscription was lost or replaced. */
export function withoutSync(list: LiveList): LiveList {
  return list.synced ? { ...list, synced: false } : list
}

function inOrder(entries: ReadonlyMap<string, Entry>): RecipeCard[] {
  const cards: RecipeCard[] = []
  for (const { card } of entries.values()) if (card !== null) cards.push(card)
  return cards.sort(newestFirst)
}

/** Index of a card in a sorted list, or where to insert it. */
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

/** Ties are broken by id, for a stable order. */
function newestFirst(a: RecipeCard, b: RecipeCard): number {
  return momentOf(b) - momentOf(a) || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)
}

const moments = new WeakMap<RecipeCard, number>()

/** Milliseconds since 1970; cached, because parsing dates is slow when sorting thousands. */
function momentOf(card: RecipeCard): number {
  const before = moments.get(card)
  if (before !== undefined) return before
  const read = Date.parse(card.createdAt)
  const moment = Number.isNaN(read) ? 0 : read
  moments.set(card, moment)
  return moment
}
