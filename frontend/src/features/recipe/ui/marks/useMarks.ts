import { useEffect } from 'react'
import { useRecipeStore, useRecipes } from '../../../../shared/api/recipes/RecipesProvider'
import type { Marks } from '../../../../shared/lib/recipe/marks'
import type { OwnRecipe } from '../../../../shared/lib/recipe/recipe'
import { useMarking } from '../../../../shared/ui/useMarking'

/** The owner's marks with unconfirmed changes, and a function that stores a change immediately. */
export function useMarks(recipe: OwnRecipe): { marks: Marks; mark: (changes: Partial<Marks>) => void } {
  const store = useRecipeStore()
  useEffect(() => store.prepareMarks(), [store])
  const { favourite, rating, collections, madeOn } = recipe
  const marks = { favourite, rating, collections, madeOn, ...useRecipes().marks.get(recipe.id) }
  const mark = useMarking((id, changes) => store.mark(id, changes))
  return { marks, mark: (changes) => mark(recipe.id, changes) }
}
