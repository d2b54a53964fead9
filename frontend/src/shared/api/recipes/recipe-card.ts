import type { RecipeAsCardFragment } from '../../../contract/operations'
import type { RecipeCard } from '../../lib/recipe/recipe'

/** A recipe as the server answers a mutation with it. */
export type RecipeAsCard = RecipeAsCardFragment

/** The card that the list shows of such an answer. */
export function asCard({ nutritionalInformation, ingredients, madeOn, ...recipe }: RecipeAsCard): RecipeCard {
  const ingredientNames = [...new Set(ingredients.map(({ name }) => name))]
  return { ...recipe, ingredientNames, nutritionStatus: nutritionalInformation.status, lastMadeOn: madeOn[0] ?? null }
}
