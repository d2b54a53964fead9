import type { RecipeCard } from './recipe'

/**
 * Returns a function that computes a value once per card. The value is stored on the card, because large WeakMaps are
 * slow to read and to collect. It is not enumerable: a copy of the card does not have it.
 */
export function memoizePerCard<Value extends object>(
  compute: (card: RecipeCard) => Value,
): (card: RecipeCard) => Value {
  const key = Symbol('per card')
  return (card: RecipeCard & { readonly [key]?: Value }) => {
    const before = card[key]
    if (before !== undefined) return before
    const value = compute(card)
    Object.defineProperty(card, key, { value })
    return value
  }
}
