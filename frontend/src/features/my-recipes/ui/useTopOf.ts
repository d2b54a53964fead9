import { type RefObject, useLayoutEffect, useState } from 'react'

/** Document offset of an element in pixels, updated when content above it changes. */
export function useTopOf(element: RefObject<HTMLElement | null>): number {
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    const measure = () => {
      if (element.current === null) return
      setTop(Math.round(element.current.getBoundingClientRect().top + scrollY))
    }
    measure()
    const observer = new ResizeObserver(measure)
    const parent = element.current?.parentElement
    if (parent != null) for (const sibling of parent.children) observer.observe(sibling)
    return () => observer.disconnect()
  }, [element])
  return top
}
