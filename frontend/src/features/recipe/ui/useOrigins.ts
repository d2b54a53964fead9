import { useRecipeApi } from '../../../shared/api/recipes/RecipeApiProvider'
import type { Origins } from '../../../shared/lib/recipe/origins'
import { type Task, useTask } from '../../../shared/ui/useTask'

export interface OriginsState extends Pick<Task<Origins | null>, 'phase' | 'problem'> {
  /** Null before loading, or if there are none. */
  readonly origins: Origins | null
  /** Fetches once; again after a failure. */
  readonly ask: () => void
}

/** Field origins of a recipe, fetched on demand because they are large. */
export function useOrigins(id: string): OriginsState {
  const api = useRecipeApi()
  const { result, phase, problem, ensure } = useTask(() => api.origins(id))
  return { origins: result, phase, problem, ask: ensure }
}
