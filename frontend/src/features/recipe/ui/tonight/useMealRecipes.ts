import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { useRecipeStore } from '../../../../shared/api/recipes/RecipesProvider'
import { useWithEdits } from '../../../../shared/api/recipes/useWithEdits'
import { asProblem, type Problem } from '../../../../shared/lib/errors'
import type { Recipe } from '../../../../shared/lib/recipe/recipe'
import { useFetched } from '../../../../shared/ui/useTask'
import { type MealEntry, storedMeal, withTitles } from '../../model/meal'

/** An entry of the meal with its recipe. */
export interface MealRecipe {
  readonly entry: MealEntry
  /** Null while loading, and if it cannot be loaded. */
  readonly recipe: Recipe | null
  /** Why it cannot be loaded, for example because it was deleted. */
  readonly problem: Problem | null
}

/** The recipes of the meal with their unsent edits: cached ones immediately, also offline; others from the server. */
export function useMealRecipes(entries: readonly MealEntry[]): readonly MealRecipe[] {
  const { cache } = useRecipeStore()
  const withEdits = useWithEdits()
  const generation = useSyncExternalStore(cache.subscribe, cache.getGeneration)
  const ids = entries.map(({ id }) => id).join(' ')
  const versions = useSyncExternalStore(cache.subscribe, () =>
    ids
      .split(' ')
      .map((id) => cache.peek(id)?.version ?? '')
      .join(' '),
  )
  const { result: problems } = useFetched(ids === '' ? null : `${generation} ${ids}`, async () => {
    const found = await Promise.all(
      ids.split(' ').map((id) =>
        cache.get(id).then(
          () => null,
          (thrown: unknown) => [id, asProblem(thrown)] as const,
        ),
      ),
    )
    return new Map(found.filter((one) => one !== null))
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: `versions` and `generation` say that the cache has changed
  const recipes = useMemo(
    () =>
      entries.map((entry): MealRecipe => {
        const cached = cache.peek(entry.id)
        const recipe = cached?.status === 'SUCCESS' ? withEdits(cached) : null
        return { entry, recipe, problem: recipe === null ? (problems?.get(entry.id) ?? null) : null }
      }),
    [entries, cache, versions, generation, problems, withEdits],
  )
  useEffect(() => {
    const titles = new Map(
      recipes.flatMap(({ recipe }) => (recipe === null ? [] : [[recipe.id, recipe.title] as const])),
    )
    const meal = storedMeal.read()
    const named = withTitles(meal, titles)
    if (named !== meal) storedMeal.write(named)
  }, [recipes])
  return recipes
}
