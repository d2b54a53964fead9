/** Recipe types of the contract; see schema.graphql for the fields. */
export type {
  Doubt,
  ImportSummaryFragment as ImportSummary,
  IngredientFragment as Ingredient,
  Language,
  NutritionFragment as Nutrition,
  NutritionSource,
  NutritionStatus,
  RecipeCardFragment as RecipeCard,
  RecipeFragment as Recipe,
  RecipeStage,
  RecipeStatus,
  TagFragment as Tag,
} from '../../../contract/operations'

import type { OnRecipeChangeSubscription, RecipeFragment } from '../../../contract/operations'

/** A change of one recipe; `card` is null if it was deleted. */
export type RecipeChange = Omit<NonNullable<OnRecipeChangeSubscription['onRecipeChange']>, 'owner'>

/** A recipe owned by the caller. Components that show owner-only data require this type. */
export interface OwnRecipe extends RecipeFragment {
  readonly mine: true
  readonly warnings: readonly string[]
}

/** Whether the caller owns the recipe, as decided by the server. */
export function isOwn(recipe: RecipeFragment): recipe is OwnRecipe {
  return recipe.mine && recipe.warnings !== null
}
