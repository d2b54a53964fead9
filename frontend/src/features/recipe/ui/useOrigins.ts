import { useRecipeApi } from '../../../shared/api/recipes/RecipeApiProvider'
import type { Origins } from '../../../shared/lib/recipe/origins'
import { type Task, useTask } from '../../../shared/ui/useTask'

export interface OriginsState extends Pick<Task<Origins | null>, 'phase' | 'problem'> {
  /** Null while nothing is known, and when nothing is told. */
  readonly origins: Origins | null
  /** Fetches them, once; after a failure, once more. */
  readonly ask: () => void
}

/** Where the parts of one recipe came from, fetched only when somebody asks: it is long, and asked for seldom. */
export function useOrigins(id: string): OriginsState {
  const api = useRecipeApi()
  const { result, phase, problem, ensure } = useTask(() => api.origins(id))
  return { origins: result, phase, problem, ask: ensure }
}
