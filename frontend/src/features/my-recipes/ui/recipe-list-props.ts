import type { ShownRecipe } from '../../../shared/api/recipes/shown-recipes'
import type { View } from '../model/list-query'
import type { ItemActions } from './RecipeItem'

/** What a list of recipes shows, whether all of them stand on the page or those near the window alone. */
export interface RecipeListProps {
  recipes: readonly ShownRecipe[]
  view: View
  selecting: boolean
  /** The ids of the recipes that are selected. */
  selected: ReadonlySet<string>
  actions: ItemActions
}
