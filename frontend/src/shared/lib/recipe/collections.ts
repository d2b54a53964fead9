/** The names of an owner's collections. Two that differ in case alone are one. */
import { collectionKey } from './collection-key'
import type { RecipeCard } from './recipe'

/** The server takes no more. */
export const COLLECTION_LIMITS = { names: 20, characters: 60 } as const

export interface Collection {
  readonly key: string
  /** As the first of its recipes writes it. */
  readonly name: string
  readonly count: number
}

/** The collections of some recipes, by name. */
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

/** The names with another one, unless it is among them. */
export function withCollection(names: readonly string[], name: string): readonly string[] {
  const key = collectionKey(name)
  return key === '' || names.some((one) => collectionKey(one) === key) ? names : [...names, name.trim()]
}

export function withoutCollection(names: readonly string[], name: string): readonly string[] {
  return names.filter((one) => collectionKey(one) !== collectionKey(name))
}

/** The names where one of them is called otherwise, in its place; another that is called so already takes it in. */
export function withRenamed(names: readonly string[], from: string, to: string): readonly string[] {
  const key = collectionKey(to)
  const renamed = names.map((one) => (collectionKey(one) === collectionKey(from) ? to.trim() : one))
  return renamed.filter(
    (one, at) =>
      renamed.findIndex((other) => collectionKey(other) === collectionKey(one)) === at || collectionKey(one) !== key,
  )
}
