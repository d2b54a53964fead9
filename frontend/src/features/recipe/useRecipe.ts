import { useEffect, useRef, useState } from 'react'
import { useRecipeStore, useRecipes } from '../../api/RecipesProvider'
import type { ShownRecipe } from '../../api/recipe-store'
import { type ProblemCode, problemCode } from '../../lib/problem'
import type { Recipe } from '../../lib/recipe'

export interface RecipeState {
  /** As last fetched; it stays while a newer version is on its way. */
  readonly recipe: Recipe | null
  /** What the list knows of it: enough for a heading while the rest loads. */
  readonly shown: ShownRecipe | null
  readonly problem: ProblemCode | null
  readonly reload: () => void
}

/** One recipe, fetched anew whenever the live list hears of another version of it. */
export function useRecipe(id: string): RecipeState {
  const store = useRecipeStore()
  const { recipes } = useRecipes()
  const shown = recipes.find(({ card }) => card.id === id) ?? null
  const [result, setResult] = useState<{ id: string; recipe: Recipe | null; problem: ProblemCode | null } | null>(null)
  const [attempt, setAttempt] = useState(0)
  const fetched = useRef(-1)
  // The page is asked for only when the server can know the recipe, and again when the list knows a newer one.
  const version = shown?.card.version ?? null

  // biome-ignore lint/correctness/useExhaustiveDependencies: the version and the attempt are reasons to fetch again.
  useEffect(() => {
    if (version !== null && fetched.current >= version) return
    let wanted = true
    const take = (recipe: Recipe | null, problem: ProblemCode | null) => {
      if (!wanted) return
      fetched.current = recipe?.version ?? fetched.current
      setResult((last) => {
        const known = last?.id === id ? last.recipe : null
        if (recipe === null) return { id, recipe: problem === 'RECIPE_NOT_FOUND' ? null : known, problem }
        // A slow answer must not replace what a quick one brought.
        return { id, recipe: known !== null && known.version > recipe.version ? known : recipe, problem: null }
      })
    }
    store.get(id).then(
      (recipe) => take(recipe, recipe === null ? 'RECIPE_NOT_FOUND' : null),
      (thrown: unknown) => take(null, problemCode(thrown)),
    )
    return () => {
      wanted = false
    }
  }, [store, id, version, attempt])

  const current = result?.id === id ? result : null
  return {
    recipe: current?.recipe ?? null,
    shown,
    problem: current?.problem ?? null,
    reload: () => setAttempt((count) => count + 1),
  }
}
