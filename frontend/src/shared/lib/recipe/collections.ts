/** Names of an owner's collections, compared without case. */
import { collectionKey } from './collection-key'
import type { RecipeCard } from './recipe'

/** Server limits. */
export const COLLECTION_LIMITS = { names: 20, characters: 60 } as const

export interface Collection {
  readonly key: string
  /** Name as the first recipe spells it. */
  readonly name: string
  readonly count: number
}

export function collectionsOf(cards: Iterable<Pick<RecipeCard, 'collections'>>, locale?: string): Collection[] {
  const found = new Map<string, { name: string; count: number }>()
  for (const { collections } of cards) {
    for (const name of collections) {
      const key = collectionKey(name)
      const known = found.get(key)
      if (known === undefined) found.set(key, { name, count: 1 })
      else known.count += 1
    }
  }
  const { compare } = new Intl.Collator(locale, { numeric: true })
  return Array.from(found, ([key, { name, count }]) => ({ key, name, count })).sort((a, b) => compare(a.name, b.name))
}

/** Adds a name unless it is already included. */
export function withCollection(names: readonly string[], name: string): readonly string[] {
  const key = collectionKey(name)
  return key === '' || names.some((one) => collectionKey(one) === key) ? names : [...names, name.trim()]
}

export function withoutCollection(names: readonly string[], name: string): readonly string[] {
  return names.filter((one) => collectionKey(one) !== collectionKey(name))
}

/** Renames a collection in place; if the new name already exists, the two are merged. */
export function withRenamed(names: readonly string[], from: string, to: string): readonly string[] {
  const key = collectionKey(to)
  const renamed = names.map((one) => (collectionKey(one) === collectionKey(from) ? to.trim() : one))
  return renamed.filter(
    (one, at) =>
      renamed.findIndex((other) => collectionKey(other) === collectionKey(one)) === at || collectionKey(one) !== key,
  )
}
