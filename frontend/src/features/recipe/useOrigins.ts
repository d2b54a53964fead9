import { useCallback, useRef, useState } from 'react'
import { useRecipeStore } from '../../api/RecipesProvider'
import type { Origins } from '../../lib/origins'

export interface OriginsState {
  /** Null while nothing is known, and when nothing is told. */
  readonly origins: Origins | null
  readonly phase: 'unasked' | 'loading' | 'ready' | 'failed'
  /** Fetches them, once; after a failure, once more. */
  readonly ask: () => void
}

/** Where the parts of one recipe came from, fetched only when somebody asks: it is long, and asked for seldom. */
export function useOrigins(id: string): OriginsState {
  const store = useRecipeStore()
  const asked = useRef(false)
  const [state, setState] = useState<Omit<OriginsState, 'ask'>>({ origins: null, phase: 'unasked' })
  const ask = useCallback(() => {
    if (asked.current) return
    asked.current = true
    setState({ origins: null, phase: 'loading' })
    store.origins(id).then(
      (origins) => setState({ origins, phase: 'ready' }),
      () => {
        asked.current = false
        setState({ origins: null, phase: 'failed' })
      },
    )
  }, [store, id])
  return { ...state, ask }
}
