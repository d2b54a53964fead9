import { collected } from '../../../shared/api/recipes/collected'
import { useRecipeApi } from '../../../shared/api/recipes/RecipeApiProvider'
import { useRecipeStore } from '../../../shared/api/recipes/RecipesProvider'
import { useWithEdits } from '../../../shared/api/recipes/useWithEdits'
import type { Problem } from '../../../shared/lib/errors'
import type { Recipe } from '../../../shared/lib/recipe/recipe'
import { useFetched } from '../../../shared/ui/useTask'

interface RecipesToBuy {
  /** Null while loading. Deleted and unfinished recipes are omitted. */
  readonly recipes: readonly Recipe[] | null
  readonly problem: Problem | null
  readonly again: () => void
}

/** Loads recipes by id, with their unsent edits: from the cache, also offline, if it has all; else from the server. */
export function useRecipesToBuy(ids: readonly string[]): RecipesToBuy {
  const api = useRecipeApi()
  const { cache } = useRecipeStore()
  const withEdits = useWithEdits()
  const known = ids.flatMap((id) => cache.peek(id) ?? [])
  const all = known.length === ids.length
  const { phase, result, problem, run } = useFetched<readonly Recipe[], readonly Recipe[]>(
    all ? null : ids.join(' '),
    (task) => collected(api.exportSome(ids), task),
  )
  const fetched = phase === 'done' ? result : null
  const recipes = all ? known.filter(({ status }) => status === 'SUCCESS') : fetched
  return { recipes: recipes?.map(withEdits) ?? null, problem, again: () => void run() }
}
