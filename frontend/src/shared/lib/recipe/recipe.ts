/** The recipe as the contract (schema.graphql, which says what each field means) gives it to the app. */
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

/** One change of one recipe; `card` is null when the recipe was deleted. */
export type RecipeChange = Omit<NonNullable<OnRecipeChangeSubscription['onRecipeChange']>, 'owner'>

/** A recipe of the caller's own. What is its owner's only takes one of these, so it cannot be shown of anybody else's. */
export interface OwnRecipe extends RecipeFragment {
  readonly mine: true
  /** Codes of what a cook should know of how the page was read. */
  readonly warnings: readonly string[]
}

/** Whether a recipe is the caller's own; the server decides it. */
export function isOwn(recipe: RecipeFragment): recipe is OwnRecipe {
  return recipe.mine && recipe.warnings !== null
}
