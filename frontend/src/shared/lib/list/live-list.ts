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
  readonly entries: Map<string, Entry>
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

/**
 * Applies some pages of a running load. Recipes not on them may be on a later page. Takes the entries over from `list`,
 * which must not be used afterwards: copying them for each page would be slow.
 */
export function withPage(list: LiveList, cards: readonly RecipeCard[]): LiveList {
  const news = cards.filter(({ id, version }) => {
    const known = list.entries.get(id)
    return known === undefined || known.version < version
  })
  if (news.length === 0) return list
  const clock = list.clock + 1
  const entries = list.entries.size === 0 ? new Map<string, Entry>() : list.entries
  const isReplaced = news.some(({ id }) => entries.has(id))
  for (const card of news) entries.set(card.id, { version: card.version, card, seen: clock })
  const others = isReplaced ? list.order.filter((card) => entries.get(card.id)?.card === card) : list.order
  return { ...list, entries, order: merged(others, news), clock }
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

/** Merges cards into a sorted list. The pages of a load are mostly sorted and follow the list. */
function merged(order: readonly RecipeCard[], news: readonly RecipeCard[]): RecipeCard[] {
  const sorted = [...news].sort(newestFirst)
  const [last, first] = [order.at(-1), sorted[0]]
  const both = [...order, ...sorted]
  return last === undefined || first === undefined || newestFirst(last, first) < 0 ? both : both.sort(newestFirst)
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

/** Ties are broken by id, for a stable order. Times are ISO 8601 in UTC with milliseconds, so their text sorts. */
function newestFirst(a: RecipeCard, b: RecipeCard): number {
  if (a.createdAt !== b.createdAt) return a.createdAt < b.createdAt ? 1 : -1
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0
}
