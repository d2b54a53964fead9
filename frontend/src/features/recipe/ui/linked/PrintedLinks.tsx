import { collected } from '../../../../shared/api/recipes/collected'
import { useRecipeApi } from '../../../../shared/api/recipes/RecipeApiProvider'
import { useRecipeStore, useRecipes } from '../../../../shared/api/recipes/RecipesProvider'
import type { View } from '../../../../shared/lib/amounts/pieces'
import type { Recipe } from '../../../../shared/lib/recipe/recipe'
import { linkedIds } from '../../../../shared/lib/recipe/recipe-links'
import { LinkedIngredients } from '../../../../shared/ui/LinkedIngredients'
import { useFetched } from '../../../../shared/ui/useTask'

/** The ingredients of the linked recipes, in print only. Without them, print has the titles on the lines. */
export function PrintedLinks({ recipe, view }: { recipe: Recipe; view: View }) {
  const api = useRecipeApi()
  const { cache } = useRecipeStore()
  const cards = useRecipes().recipes
  const ids = linkedIds([recipe], new Set(cards.map(({ card }) => card.id)))
  const missing = ids.filter((id) => cache.peek(id) === null)
  const { result } = useFetched<readonly Recipe[]>(missing.length === 0 ? null : missing.join(' '), (task) =>
    collected(api.exportSome(missing), { ...task, report: () => undefined }),
  )
  const known = [...ids.flatMap((id) => cache.peek(id) ?? []), ...(result ?? [])]
  const linked = new Map(known.filter(({ status }) => status === 'SUCCESS').map((each) => [each.id, each]))
  return (
    <div className="hidden print:block">
      <LinkedIngredients recipe={recipe} linked={linked} view={view} />
    </div>
  )
}
