import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { ShownRecipe } from '../../../shared/api/recipes/shown-recipes'

export interface Selection {
  /** Whether recipes are being selected; cards are ticked then instead of opened. */
  readonly active: boolean
  readonly ids: ReadonlySet<string>
  readonly begin: () => void
  readonly end: () => void
  /** @param range also everything between the last one that was ticked and this one. */
  readonly toggle: (id: string, range: boolean) => void
  readonly selectAll: () => void
}

const NONE: ReadonlySet<string> = new Set()

/**
 * Which recipes are ticked. It outlives another search, so that one can collect from several; whoever acts on it says
 * how many of them are out of sight.
 *
 * @param all what there is: what was deleted, here or elsewhere, is no longer selected.
 * @param shown in the order in which it stands on the page.
 */
export function useSelection(all: readonly ShownRecipe[], shown: readonly ShownRecipe[]): Selection {
  const [ticked, setTicked] = useState<ReadonlySet<string> | null>(null)
  const anchor = useRef<string | null>(null)
  const latest = useRef(shown)
  useEffect(() => {
    latest.current = shown
  })

  const ids = useMemo(() => {
    if (ticked === null || ticked.size === 0) return NONE
    return new Set(all.filter(({ card }) => ticked.has(card.id)).map(({ card }) => card.id))
  }, [all, ticked])

  const begin = useCallback(() => setTicked((now) => now ?? NONE), [])
  const end = useCallback(() => {
    anchor.current = null
    setTicked(null)
  }, [])
  const toggle = useCallback((id: string, range: boolean) => {
    const from = range ? anchor.current : null
    anchor.current = id
    setTicked((now) => {
      const next = new Set(now ?? [])
      if (from !== null) for (const between of idsBetween(latest.current, from, id)) next.add(between)
      else if (!next.delete(id)) next.add(id)
      return next
    })
  }, [])
  const selectAll = useCallback(() => {
    setTicked((now) => new Set([...(now ?? []), ...latest.current.map(({ card }) => card.id)]))
  }, [])

  return { active: ticked !== null, ids, begin, end, toggle, selectAll }
}

/** Both ends and all between; only the second when the first is out of sight. */
export function idsBetween(shown: readonly ShownRecipe[], from: string, to: string): string[] {
  const ids = shown.map(({ card }) => card.id)
  const [one, other] = [ids.indexOf(from), ids.indexOf(to)]
  if (one === -1 || other === -1) return [to]
  return ids.slice(Math.min(one, other), Math.max(one, other) + 1)
}
