/** One-press wishes. The server handles all but translations without a language model. */
import type { Language } from '../../../shared/lib/recipe/recipe'

export type WishKind = 'vegan' | 'vegetarian' | 'gluten' | 'servings' | 'metric' | 'us' | Language

export interface Wish {
  readonly kind: WishKind
  /** The text that is sent, always English. */
  readonly words: string
  /** Whether it needs a language model. */
  readonly needsModel: boolean
}

const LANGUAGES: Readonly<Record<Language, string>> = { en: 'in English', es: 'in Spanish', fr: 'in French' }

/**
 * Wishes that apply to a recipe.
 * @param language language of the recipe; null if unknown, which disables translations
 * @param servings wanted servings; null if the recipe has none
 * @param hasModel whether a language model is available
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
