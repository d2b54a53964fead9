import type { ShownRecipe } from '../../../shared/api/recipes/shown-recipes'
import type { View } from '../model/list-query'
import type { ItemActions } from './RecipeItem'

/** Props shared by the plain and the virtualized list. */
export interface RecipeListProps {
  recipes: readonly ShownRecipe[]
  view: View
  selecting: boolean
  selected: ReadonlySet<string>
  actions: ItemActions
}
