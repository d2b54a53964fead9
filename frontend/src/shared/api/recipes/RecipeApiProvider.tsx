import { createContext, type ReactNode, useContext, useRef } from 'react'
import { useNavigate } from 'react-router'
import type { Language } from '../../lib/recipe/recipe'
import { newRecipeId } from '../../lib/recipe/recipe-id'
import { paths } from '../../lib/routing/paths'
import type { RecipeApi } from './recipe-api'

const ApiContext = createContext<RecipeApi | null>(null)

export function RecipeApiProvider({ api, children }: { api: RecipeApi; children: ReactNode }) {
  return <ApiContext value={api}>{children}</ApiContext>
}

export function useRecipeApi(): RecipeApi {
  const api = useContext(ApiContext)
  if (api === null) throw new Error('useRecipeApi needs a RecipeApiProvider above it')
  return api
}

/**
 * Creates a blank recipe and opens it for editing. Rejects with a `Problem`. A retry is idempotent, because the id is
 * kept until the server has answered.
 */
export function useNewRecipe(): (language: Language) => Promise<void> {
  const api = useRecipeApi()
  const navigate = useNavigate()
  const unanswered = useRef<string | null>(null)
  return async (language) => {
    const id = unanswered.current ?? newRecipeId()
    unanswered.current = id
    await api.createBlank(id, language)
    unanswered.current = null
    await navigate(paths.editRecipe(id))
  }
}

/** Copies a recipe into the caller's own and opens the copy. Rejects with a `Problem`. A retry is idempotent. */
export function useCopyRecipe(): (sourceId: string) => Promise<void> {
  const api = useRecipeApi()
  const navigate = useNavigate()
  const unanswered = useRef<{ sourceId: string; id: string } | null>(null)
  return async (sourceId) => {
    const waiting = unanswered.current
    const id = waiting?.sourceId === sourceId ? waiting.id : newRecipeId()
    unanswered.current = { sourceId, id }
    await api.copy(sourceId, id)
    unanswered.current = null
    await navigate(paths.recipe(id))
  }
}
