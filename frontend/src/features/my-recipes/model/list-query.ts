/** What somebody wants to see of their list: search, tags, state, order and view, as the address keeps it. */
import { collectionKey } from '../../../shared/lib/recipe/collection-key'
import type { RecipeCard } from '../../../shared/lib/recipe/recipe'
import { fold, readQuery, search } from './search'

export const SORTS = ['newest', 'oldest', 'title', 'quickest', 'best', 'made'] as const
export type Sort = (typeof SORTS)[number]

/** Which recipes: all, favourites, imports on their way, those that failed. */
export const STATES = ['all', 'favourites', 'pending', 'failed'] as const
export type State = (typeof STATES)[number]

export const VIEWS = ['grid', 'list'] as const
export type View = (typeof VIEWS)[number]

export interface ListQuery {
  readonly text: string
  /** Folded names; a recipe must have all of them. */
  readonly tags: readonly string[]
  /** Keys of collections; a recipe must be in all of them. */
  readonly collections: readonly string[]
  readonly state: State
  readonly sort: Sort
}

export const WHOLE_LIST: ListQuery = { text: '', tags: [], collections: [], state: 'all', sort: 'newest' }

/** More than anybody presses; an address may be anybody's. */
const MOST_TAGS = 20

function oneOf<Name extends string>(names: readonly Name[], text: string | null): Name | null {
  return names.find((name) => name === text) ?? null
}

/** Reads the query of an address; whatever makes no sense is left out. */
export function readListQuery(params: URLSearchParams): ListQuery {
  const tags = new Set(params.getAll('tag').map(fold))
  tags.delete('')
  const collections = new Set(params.getAll('in').map(collectionKey))
  collections.delete('')
  return {
    text: params.get('q') ?? '',
    tags: [...tags].slice(0, MOST_TAGS),
    collections: [...collections].slice(0, MOST_TAGS),
    state: oneOf(STATES, params.get('state')) ?? 'all',
    sort: oneOf(SORTS, params.get('sort')) ?? 'newest',
  }
}

export function readView(params: URLSearchParams): View | null {
  return oneOf(VIEWS, params.get('view'))
}

/** Puts a query into an address, beside whatever else it says; what is usual is left out. */
export function writeListQuery(params: URLSearchParams, query: ListQuery): URLSearchParams {
  const written = new URLSearchParams(params)
  for (const name of ['q', 'tag', 'in', 'state', 'sort']) written.delete(name)
  if (query.text.trim() !== '') written.set('q', query.text)
  for (const tag of query.tags) written.append('tag', tag)
  for (const key of query.collections) written.append('in', key)
  if (query.state !== 'all') written.set('state', query.state)
  if (query.sort !== 'newest') written.set('sort', query.sort)
  return written
}

/** Whether a query leaves anything out. */
export function narrows({ text, tags, collections, state }: ListQuery): boolean {
  return readQuery(text).length > 0 || tags.length + collections.length > 0 || state !== 'all'
}

interface CardTag {
  readonly key: string
  readonly name: string
}

const known = new WeakMap<RecipeCard, readonly CardTag[]>()

/** The card's tags, each once, as they are compared and as they are written. */
function tagsOf(card: RecipeCard): readonly CardTag[] {
  const before = known.get(card)
  if (before !== undefined) return before
  const tags = new Map<string, string>()
  for (const { name } of card.tags) {
    const key = fold(name)
    if (key !== '' && !tags.has(key)) tags.set(key, name)
  }
  const listed = Array.from(tags, ([key, name]) => ({ key, name }))
  known.set(card, listed)
  return listed
}

export function isInState(card: RecipeCard, state: State): boolean {
  if (state === 'favourites') return card.favourite
  return state === 'all' || card.status === (state === 'pending' ? 'PENDING' : 'FAILED')
}

/** The part of an ordered list that a query asks for. Its order stays, but hits in the title come first. */
export function select<Thing>(
  things: readonly Thing[],
  cardOf: (thing: Thing) => RecipeCard,
  query: ListQuery,
): readonly Thing[] {
  if (!narrows(query)) return things
  const some = things.filter((thing) => {
    const card = cardOf(thing)
    const isInAll = query.collections.every((key) => card.collections.some((name) => collectionKey(name) === key))
    if (!isInAll || !isInState(card, query.state)) return false
    return query.tags.every((tag) => tagsOf(card).some(({ key }) => key === tag))
  })
  return search(some, cardOf, readQuery(query.text))
}

export interface TagCount {
  /** Folded: what the address and the comparison use. */
  readonly key: string
  /** As most of the recipes write it. */
  readonly name: string
  readonly count: number
}

/** The tags of some recipes, most used first. */
export function countTags(cards: Iterable<RecipeCard>): TagCount[] {
  const tags = new Map<string, { count: number; names: Map<string, number> }>()
  for (const card of cards) {
    for (const { key, name } of tagsOf(card)) {
      const tag = tags.get(key) ?? { count: 0, names: new Map() }
      tag.count += 1
      tag.names.set(name, (tag.names.get(name) ?? 0) + 1)
      tags.set(key, tag)
    }
  }
  return Array.from(tags, ([key, { count, names }]) => ({ key, name: mostUsed(names), count })).sort(
    (a, b) => b.count - a.count || (a.key < b.key ? -1 : 1),
  )
}

function mostUsed(names: ReadonlyMap<string, number>): string {
  let best = { name: '', count: 0 }
  for (const [name, count] of names) if (count > best.count) best = { name, count }
  return best.name
}

type Compare = (a: RecipeCard, b: RecipeCard) => number

/**
 * Compares cards by an order other than the list's own (newest first). An import on its way comes first, because
 * somebody is waiting for it; what lacks what it is ordered by comes last.
 *
 * @param collator of the reader's language.
 */
export function comparing(sort: Exclude<Sort, 'newest' | 'oldest'>, collator: Intl.Collator): Compare {
  const orders: Readonly<Record<typeof sort, Compare>> = {
    title: (a, b) => lastIfNull(a.title, b.title) || collator.compare(a.title ?? '', b.title ?? ''),
    quickest: (a, b) => lastIfNull(a.total_time, b.total_time) || (a.total_time ?? 0) - (b.total_time ?? 0),
    best: (a, b) => (b.rating ?? 0) - (a.rating ?? 0),
    made: (a, b) => (a.lastMadeOn === b.lastMadeOn ? 0 : (a.lastMadeOn ?? '') < (b.lastMadeOn ?? '') ? 1 : -1),
  }
  const compare = orders[sort]
  return (a, b) => Number(b.status === 'PENDING') - Number(a.status === 'PENDING') || compare(a, b)
}

function lastIfNull(a: unknown, b: unknown): number {
  return Number(a === null) - Number(b === null)
}

/**
 * Orders things that were ordered before, but for a few: comparing titles is dear, and sorting what is nearly in order
 * takes one comparison for each.
 */
export function resorted<Thing>(
  before: readonly Thing[],
  things: readonly Thing[],
  compare: (a: Thing, b: Thing) => number,
): Thing[] {
  const present = new Set(things)
  const kept = before.filter((thing) => present.has(thing))
  const keptSet = new Set(kept)
  return [...kept, ...things.filter((thing) => !keptSet.has(thing)).sort(compare)].sort(compare)
}
