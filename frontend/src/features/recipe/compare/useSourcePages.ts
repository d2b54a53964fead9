import { useCallback, useEffect, useRef, useState } from 'react'
import { useRecipeBook } from '../../../api/RecipeBookProvider'
import type { SourcePage } from '../../../lib/place-on-page'
import { type ProblemCode, problemCode } from '../../../lib/problem'

export interface SourcePagesState {
  /** Null until they are known. */
  readonly pages: readonly SourcePage[] | null
  readonly problem: ProblemCode | null
  /** Asks once more. */
  readonly retry: () => void
  /** A picture could not be loaded: its address may have expired. Fresh ones are fetched, but not without end. */
  readonly onBroken: () => void
}

/** In a row, without a picture having been loaded between them. */
const MOST_RENEWALS = 3

/** The pages that a recipe was read from. */
export function useSourcePages(id: string): SourcePagesState & { readonly onLoaded: () => void } {
  const book = useRecipeBook()
  const [attempt, setAttempt] = useState(0)
  const [state, setState] = useState<Pick<SourcePagesState, 'pages' | 'problem'>>({ pages: null, problem: null })
  const renewals = useRef(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt is a reason to fetch again.
  useEffect(() => {
    let wanted = true
    book.sourcePages(id).then(
      (pages) => wanted && setState({ pages, problem: null }),
      (thrown: unknown) => wanted && setState((last) => ({ ...last, problem: problemCode(thrown) })),
    )
    return () => {
      wanted = false
    }
  }, [book, id, attempt])

  const retry = useCallback(() => {
    renewals.current = 0
    setState((last) => ({ ...last, problem: null }))
    setAttempt((count) => count + 1)
  }, [])
  const onBroken = useCallback(() => {
    renewals.current += 1
    if (renewals.current > MOST_RENEWALS) setState((last) => ({ ...last, problem: 'GET_FAILED' }))
    else setAttempt((count) => count + 1)
  }, [])
  const onLoaded = useCallback(() => {
    renewals.current = 0
  }, [])
  return { ...state, retry, onBroken, onLoaded }
}
