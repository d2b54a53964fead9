/** What a cook wishes for with one press. The words are those that the server understands without a language model, but for languages. */
import type { Language } from '../../../shared/lib/recipe/recipe'

export type WishKind = 'vegan' | 'vegetarian' | 'gluten' | 'servings' | 'metric' | 'us' | Language

export interface Wish {
  readonly kind: WishKind
  /** What is sent: English, whatever the reader's language. */
  readonly words: string
  /** Whether a language model does it. */
  readonly needsModel: boolean
}

const LANGUAGES: Readonly<Record<Language, string>> = { en: 'in English', es: 'in Spanish', fr: 'in French' }

/**
 * The wishes that make sense for a recipe.
 *
 * @param language what it is written in; null where that is not known, and so not what it could be translated into.
 * @param servings for how many it is wanted; null where the recipe does not say for how many it is.
 * @param hasModel whether there is a language model.
 */
export function wishesFor(language: Language | null, servings: number | null, hasModel: boolean): Wish[] {
  const wish = (kind: WishKind, words: string): Wish => ({ kind, words, needsModel: false })
  const others = (['en', 'es', 'fr'] as const).filter((other) => other !== language && language !== null)
  return [
    wish('vegan', 'vegan'),
    wish('vegetarian', 'vegetarian'),
    wish('gluten', 'less gluten'),
    ...(servings === null ? [] : [wish('servings', `for ${servings}`)]),
    wish('metric', 'metric'),
    wish('us', 'us units'),
    ...(hasModel ? others.map((other) => ({ kind: other, words: LANGUAGES[other], needsModel: true })) : []),
  ]
}
