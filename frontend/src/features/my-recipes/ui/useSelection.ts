import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { ShownRecipe } from '../../../shared/api/recipes/shown-recipes'

export interface Selection {
  /** Whether selection mode is on. */
  readonly active: boolean
  readonly ids: ReadonlySet<string>
  readonly begin: () => void
  readonly end: () => void
  /** @param range whether to include everything since the last toggled item */
  readonly toggle: (id: string, range: boolean) => void
  readonly selectAll: () => void
}

const NONE: ReadonlySet<string> = new Set()

/**
 * Selected recipes. The selection survives filter changes; deleted recipes drop out.
 * @param all all recipes
 * @param shown visible recipes in order
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

/** Ids from one to the other, inclusive; only the second if the first is not visible. */
export function idsBetween(shown: readonly ShownRecipe[], from: string, to: string): string[] {
  const ids = shown.map(({ card }) => card.id)
  const [one, other] = [ids.indexOf(from), ids.indexOf(to)]
  if (one === -1 || other === -1) return [to]
  return ids.slice(Math.min(one, other), Math.max(one, other) + 1)
}
