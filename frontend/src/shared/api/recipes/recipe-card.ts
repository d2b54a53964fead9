import type { RecipeAsCardFragment } from '../../../contract/operations'
import type { RecipeCard } from '../../lib/recipe/recipe'

export type RecipeAsCard = RecipeAsCardFragment

export function asCard({ nutritionalInformation, ingredients, madeOn, ...recipe }: RecipeAsCard): RecipeCard {
  const ingredientNames = [...new Set(ingredients.map(({ name }) => name))]
  return { ...recipe, ingredientNames, nutritionStatus: nutritionalInformation.status, lastMadeOn: madeOn[0] ?? null }
}
