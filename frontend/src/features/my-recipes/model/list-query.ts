/** List query (search, tags, state, sort and view), stored in the address. */

import { fold } from '../../../shared/lib/list/fold'
import { collectionKey } from '../../../shared/lib/recipe/collection-key'
import { memoizePerCard } from '../../../shared/lib/recipe/memoize-per-card'
import type { RecipeCard } from '../../../shared/lib/recipe/recipe'

export const SORTS = ['newest', 'oldest', 'title', 'quickest', 'best', 'made'] as const
export type Sort = (typeof SORTS)[number]

export const STATES = ['all', 'favourites', 'pending', 'failed'] as const
export type State = (typeof STATES)[number]

export const VIEWS = ['grid', 'list'] as const
export type View = (typeof VIEWS)[number]

export interface ListQuery {
  readonly text: string
  /** Normalized tag names. A recipe matches if it has all of them. */
  readonly tags: readonly string[]
  /** Collection keys. A recipe matches if it is in all of them. */
  readonly collections: readonly string[]
  readonly state: State
  readonly sort: Sort
}

export const WHOLE_LIST: ListQuery = { text: '', tags: [], collections: [], state: 'all', sort: 'newest' }

/** Maximum number of tags, and of collections, because an address may come from anyone. */
const MAX_TAGS = 20

function oneOf<Name extends string>(names: readonly Name[], text: string | null): Name | null {
  return names.find((name) => name === text) ?? null
}

/** Parses the query; invalid parts are ignored. */
export function readListQuery(params: URLSearchParams): ListQuery {
  const tags = new Set(params.getAll('tag').map(fold))
  tags.delete('')
  const collections = new Set(params.getAll('in').map(collectionKey))
  collections.delete('')
  return {
    text: params.get('q') ?? '',
    tags: [...tags].slice(0, MAX_TAGS),
    collections: [...collections].slice(0, MAX_TAGS),
    state: oneOf(STATES, params.get('state')) ?? 'all',
    sort: oneOf(SORTS, params.get('sort')) ?? 'newest',
  }
}

export function readView(params: URLSearchParams): View | null {
  return oneOf(VIEWS, params.get('view'))
}

/** Writes the query, omitting defaults and keeping other parameters. */
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

/** Whether the query filters anything. */
export function narrows({ text, tags, collections, state }: ListQuery): boolean {
  return /[\p{L}\p{N}★]/u.test(text) || tags.length + collections.length > 0 || state !== 'all'
}

/** A tag name, shared by all cards that have it. */
interface CardTag {
  /** Folded name. */
  readonly key: string
  readonly name: string
  /** Index in the array of counts. */
  readonly index: number
}

const written = new Map<string, CardTag>()

function tagOf(name: string): CardTag {
  const before = written.get(name)
  if (before !== undefined) return before
  const tag = { key: fold(name), name, index: written.size }
  written.set(name, tag)
  return tag
}

/** Distinct tags of a card. Tags with the same folded name count as one. */
const tagsOf = memoizePerCard((card): readonly CardTag[] => {
  const tags = card.tags.map(({ name }) => tagOf(name))
  return tags.filter(({ key }, place) => key !== '' && tags.findIndex((other) => other.key === key) === place)
})

export function isInState(card: RecipeCard, state: State): boolean {
  if (state === 'favourites') return card.favourite
  return state === 'all' || card.status === (state === 'pending' ? 'PENDING' : 'FAILED')
}

/** Finds the matches of a text, best first (`search/finder.ts`, loaded after the rows). */
export type Find = <Thing>(things: readonly Thing[], cardOf: (thing: Thing) => RecipeCard, text: string) => Thing[]

/** Items that match the query, in list order, best text matches first. */
export function select<Thing>(
  things: readonly Thing[],
  cardOf: (thing: Thing) => RecipeCard,
  query: ListQuery,
  find: Find | null,
): readonly Thing[] {
  if (!narrows(query)) return things
  const isTextOnly = !narrows({ ...query, text: '' })
  const some = isTextOnly
    ? things
    : things.filter((thing) => {
        const card = cardOf(thing)
        const isInAll = query.collections.every((key) => card.collections.some((name) => collectionKey(name) === key))
        if (!isInAll || !isInState(card, query.state)) return false
        return query.tags.every((tag) => tagsOf(card).some(({ key }) => key === tag))
      })
  return find === null ? some : find(some, cardOf, query.text)
}

export interface TagCount {
  /** Folded name, used in addresses and comparisons. */
  readonly key: string
  readonly name: string
  readonly count: number
}

/** Tags with counts, most used first. */
export function countTags<Thing>(things: readonly Thing[], cardOf: (thing: Thing) => RecipeCard): TagCount[] {
  const counts: number[] = []
  for (const thing of things) {
    for (const { index } of tagsOf(cardOf(thing))) counts[index] = (counts[index] ?? 0) + 1
  }
  const tags = new Map<string, TagCount>()
  // Tags with the same folded name are shown with the most frequent spelling.
  const byCount = [...written.values()].sort((a, b) => (counts[b.index] ?? 0) - (counts[a.index] ?? 0))
  for (const { key, name, index } of byCount) {
    const count = counts[index] ?? 0
    const before = tags.get(key)
    if (count > 0) tags.set(key, { key, name: before?.name ?? name, count: (before?.count ?? 0) + count })
  }
  return [...tags.values()].sort((a, b) => b.count - a.count || (a.key < b.key ? -1 : 1))
}

type Compare = (a: RecipeCard, b: RecipeCard) => number

/**
 * Comparator for sort orders other than by creation. Pending imports come first, missing values last.
 * @param collator for the user's language
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
 * Incremental sort: starts from the previous order, because locale comparisons are expensive and a nearly sorted array
 * needs few.
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
