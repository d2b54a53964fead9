import type { Ingredient, Language } from './recipe'

/** An ingredient line as it is sent; `text` is absent when the server shall put the line together from its parts. */
export interface IngredientChange extends Pick<Ingredient, 'name' | 'quantity' | 'unit' | 'note' | 'group'> {
  readonly text?: string
}

export interface NutritionChange {
  readonly calories: string | null
  readonly fat: string | null
  readonly carbs: string | null
  readonly protein: string | null
}

/** The fields that a person can change, as they are sent: what is absent stays, null empties. */
export interface RecipeChanges {
  readonly title?: string
  readonly description?: string | null
  readonly ingredients?: readonly IngredientChange[]
  readonly instructions?: readonly string[]
  /** Minutes, as are the two below. */
  readonly prep_time?: number | null
  readonly cook_time?: number | null
  readonly total_time?: number | null
  readonly servings?: number | null
  readonly yield?: string | null
  readonly tags?: readonly string[]
  readonly language?: Language | null
  readonly url?: string | null
  readonly nutrition?: NutritionChange | null
  readonly notes?: string | null
}
