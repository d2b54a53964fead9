import { useDeferredValue, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { useIntl } from 'react-intl'
import type { ShownRecipe } from '../../../shared/api/recipes/shown-recipes'
import type { RecipeCard } from '../../../shared/lib/recipe/recipe'
import {
  comparing,
  countTags,
  type ListQuery,
  narrows,
  resorted,
  type Sort,
  select,
  type TagCount,
} from '../model/list-query'

export interface Shown {
  /** The query of this result. */
  readonly query: ListQuery
  readonly recipes: readonly ShownRecipe[]
  /** Tags of all recipes, most used first, with counts among the shown ones. */
  readonly tags: readonly TagCount[]
  readonly pending: number
  readonly failed: number
}

/** Delay before the search is loaded, so that the first rows are rendered earlier. */
const AHEAD_AFTER_MS = 1500

const cardOf = ({ card }: ShownRecipe): RecipeCard => card

/** Result of the list query. Deferred, so that typing is not blocked; it may lag behind. */
export function useShown(all: readonly ShownRecipe[], asked: ListQuery): Shown {
  const wanted = useDeferredValue(asked)
  const finder = useFinder(wanted.text !== '')
  const atHome = useSyncExternalStore(finder?.subscribe ?? never, finder?.atHome ?? nothing)
  // Until the search is loaded, the list shows the result of an empty text.
  const query = useMemo(() => (finder === null ? { ...wanted, text: '' } : wanted), [finder, wanted])
  const sorted = useSorted(all, query.sort)
  usePrepared(all, finder)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the order may depend on the foods at home
  const recipes = useMemo(() => select(sorted, cardOf, query, finder?.find ?? null), [sorted, query, finder, atHome])
  // Counted after the recipes are rendered, which takes time for thousands.
  const allCounted = useDeferredValue(all)
  const counted = useDeferredValue(recipes)
  const allTags = useMemo(() => countTags(allCounted, cardOf), [allCounted])
  const tags = useMemo(() => {
    if (!narrows(query)) return allTags
    const counts = new Map(countTags(counted, cardOf).map(({ key, count }) => [key, count]))
    return allTags.map((tag) => ({ ...tag, count: counts.get(tag.key) ?? 0 }))
  }, [allTags, counted, query])
  const states = useMemo(() => {
    const counts = { PENDING: 0, SUCCESS: 0, FAILED: 0 }
    for (const { card } of allCounted) counts[card.status] += 1
    return { pending: counts.PENDING, failed: counts.FAILED }
  }, [allCounted])
  return useMemo(() => ({ query, recipes, tags, ...states }), [query, recipes, tags, states])
}

function useSorted(all: readonly ShownRecipe[], sort: Sort): readonly ShownRecipe[] {
  const { locale } = useIntl()
  const last = useRef<{ sort: Sort; locale: string; sorted: readonly ShownRecipe[] } | undefined>(undefined)
  const sorted = useMemo(() => {
    if (sort === 'newest') return all
    if (sort === 'oldest') return [...all].reverse()
    const before = last.current?.sort === sort && last.current.locale === locale ? last.current.sorted : []
    const compare = comparing(sort, new Intl.Collator(locale, { numeric: true }))
    return resorted(before, all, (a, b) => compare(a.card, b.card))
  }, [all, sort, locale])
  useEffect(() => {
    last.current = { sort, locale, sorted }
  }, [sort, locale, sorted])
  return sorted
}

type Finder = typeof import('../model/search/finder')

const never = () => () => undefined
const nothing = () => undefined

/** Loads the search: immediately if there is a text, otherwise after the first rows. Null until then. */
function useFinder(isAsked: boolean): Finder | null {
  const [finder, setFinder] = useState<Finder | null>(null)
  useEffect(() => {
    if (finder !== null) return
    const load = () => {
      // Offline, the import would fail.
      if (!isAsked && !navigator.onLine) return
      import('../model/search/finder').then(setFinder, nothing)
    }
    const timer = setTimeout(load, isAsked ? 0 : AHEAD_AFTER_MS)
    return () => clearTimeout(timer)
  }, [finder, isAsked])
  return finder
}

/** Builds the search index in idle time. */
function usePrepared(all: readonly ShownRecipe[], finder: Finder | null): void {
  useEffect(() => {
    // Without requestIdleCallback, which some browsers lack, the index is built on demand.
    if (finder === null || !('requestIdleCallback' in window)) return
    const cards = all.map(cardOf)
    let next = 0
    let handle = requestIdleCallback(function go(deadline) {
      next = finder.prepare(cards, next, () => deadline.timeRemaining())
      if (next < cards.length) handle = requestIdleCallback(go)
    })
    return () => cancelIdleCallback(handle)
  }, [all, finder])
}
