import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'

/** Distance from the end, in pixels, within which the view keeps following. */
const NEAR_PX = 120

/** Keeps the end of growing content in view unless the user has scrolled up. */
export function useFollowing(what: readonly unknown[]): {
  box: RefObject<HTMLDivElement | null>
  end: RefObject<HTMLDivElement | null>
} {
  const box = useRef<HTMLDivElement>(null)
  const end = useRef<HTMLDivElement>(null)
  const isAtEnd = useRef(true)
  useEffect(() => {
    const look = () => {
      const rect = end.current?.getBoundingClientRect()
      const element = box.current
      if (rect === undefined || element === null) return
      const bottom = Math.min(innerHeight, element.getBoundingClientRect().bottom)
      isAtEnd.current = rect.top - bottom < NEAR_PX
    }
    const element = box.current
    addEventListener('scroll', look, { passive: true })
    element?.addEventListener('scroll', look, { passive: true })
    return () => {
      removeEventListener('scroll', look)
      element?.removeEventListener('scroll', look)
    }
  }, [])
  useLayoutEffect(() => {
    if (isAtEnd.current && what.length > 0) end.current?.scrollIntoView?.({ block: 'end' })
  }, [what])
  return { box, end }
}
