import type { VirtualItem } from '@tanstack/react-virtual'
import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/** Of the lists that were left last; a handful, for whoever goes back several steps. */
const MOST = 8
const heights = new Map<string, VirtualItem[]>()

/**
 * The heights of rows as they were when this entry of the history was left: with them the page is as high as it was, so
 * that coming back leads to the same recipe.
 */
export function useRememberedHeights(kind: string): {
  before: VirtualItem[]
  keep: (measurements: () => VirtualItem[]) => void
} {
  const { key } = useLocation()
  const name = `${key} ${kind} ${innerWidth}`
  const take = useRef<(() => VirtualItem[]) | null>(null)
  const leaving = useRef(name)
  useEffect(() => {
    leaving.current = name
  }, [name])
  useEffect(
    () => () => {
      const measured = take.current?.()
      if (measured === undefined) return
      heights.delete(leaving.current)
      heights.set(leaving.current, measured)
      for (const old of heights.keys()) {
        if (heights.size <= MOST) break
        heights.delete(old)
      }
    },
    [],
  )
  return {
    before: heights.get(name) ?? [],
    keep: (measurements) => {
      take.current = measurements
    },
  }
}
