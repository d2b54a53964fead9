import type { VirtualItem } from '@tanstack/react-virtual'
import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

const MOST = 8
const heights = new Map<string, VirtualItem[]>()

/** Row heights per history entry, so that "back" restores the scroll position. */
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
