import { useCallback, useRef, useState } from 'react'
import { useRecipeApi } from '../../../../shared/api/recipes/RecipeApiProvider'
import { Problem } from '../../../../shared/lib/errors'
import type { SourcePage } from '../../../../shared/lib/recipe/place-on-page'
import { useFetched } from '../../../../shared/ui/useTask'

export interface SourcePagesState {
  /** Null until the first load has succeeded. */
  readonly pages: readonly SourcePage[] | null
  readonly problem: Problem | null
  readonly retry: () => void
  /**
   * Reports an image that failed to load, probably because its address expired; fetches new addresses up to a limit.
   */
  readonly onBroken: () => void
  readonly onLoaded: () => void
}

/** Maximum consecutive renewals without a loaded image. */
const MAX_RENEWALS = 3

/** Source pages of a recipe. */
export function useSourcePages(id: string): SourcePagesState {
  const api = useRecipeApi()
  const { result: pages, problem, run } = useFetched(id, () => api.sourcePages(id))
  const [broken, setBroken] = useState(false)
  const renewals = useRef(0)

  const retry = useCallback(() => {
    renewals.current = 0
    setBroken(false)
    void run()
  }, [run])
  const onBroken = useCallback(() => {
    renewals.current += 1
    if (renewals.current > MAX_RENEWALS) setBroken(true)
    else void run()
  }, [run])
  const onLoaded = useCallback(() => {
    renewals.current = 0
  }, [])
  return { pages, problem: broken ? new Problem('GET_FAILED') : problem, retry, onBroken, onLoaded }
}
