import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
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
  const brought = useBrought(id)
  const [result, setResult] = useState<{ id: string; recipe: Recipe | null; problem: ProblemCode | null } | null>(
    brought === null ? null : { id, recipe: brought, problem: null },
  )
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
        const isGone = problem === 'RECIPE_NOT_FOUND' || problem === 'UNAUTHORIZED'
        if (recipe === null) return { id, recipe: isGone ? null : known, problem }
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

/**
 * The recipe that the page before has handed over with the way here, so that it shows at once and without a network.
 * The browser keeps it beside the address, and it is fetched anew all the same.
 */
function useBrought(id: string): Recipe | null {
  const { state } = useLocation() as { state: unknown }
  if (typeof state !== 'object' || state === null || !('recipe' in state)) return null
  const { recipe } = state
  return typeof recipe === 'object' && recipe !== null && 'id' in recipe && recipe.id === id ? (recipe as Recipe) : null
}
