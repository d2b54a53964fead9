/** What a cook wishes for with one press. The words are those that the server understands without a language model. */

export type WishKind = 'vegan' | 'vegetarian' | 'gluten' | 'servings' | 'metric' | 'us'

export interface Wish {
  readonly kind: WishKind
  /** What is sent: English, whatever the reader's language. */
  readonly words: string
}

/**
 * The wishes that make sense for a recipe.
 *
 * @param servings for how many it is wanted; null where the recipe does not say for how many it is.
 */
export function wishesFor(servings: number | null): Wish[] {
  const wish = (kind: WishKind, words: string): Wish => ({ kind, words })
  return [
    wish('vegan', 'vegan'),
    wish('vegetarian', 'vegetarian'),
    wish('gluten', 'less gluten'),
    ...(servings === null ? [] : [wish('servings', `for ${servings}`)]),
    wish('metric', 'metric'),
    wish('us', 'us units'),
  ]
}
