import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Place, SourcePage } from '../../../../shared/lib/recipe/place-on-page'
import { fitting, kept, type Point, panned, type Sight, type Size, showing, whole, zoomed } from '../../model/zoom'

export interface SightState {
  readonly sight: Sight
  /** Page size at scale 1, in CSS pixels. */
  readonly fitted: Size
  readonly zoom: (factor: number, at?: Point) => void
  readonly pan: (by: Point) => void
  readonly fit: () => void
  readonly show: (place: Place) => void
}

const NOWHERE: Size = { width: 0, height: 0 }

/** Zoom and pan state of a page in `frame`, by wheel, touch and calls. */
export function useSight(frame: RefObject<HTMLElement | null>, page: SourcePage): SightState {
  const [window, setWindow] = useState<Size>(NOWHERE)
  const fitted = fitting(page, window)
  const [sight, setSight] = useState<Sight>({ scale: 1, x: 0, y: 0 })
  const latest = useRef({ fitted, window })
  useLayoutEffect(() => {
    latest.current = { fitted, window }
  })

  useLayoutEffect(() => {
    const element = frame.current
    if (element === null) return
    const measure = () => setWindow({ width: element.clientWidth, height: element.clientHeight })
    measure()
    if (typeof ResizeObserver === 'undefined') return
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [frame])

  const change = useCallback((next: (now: Sight, fitted: Size, window: Size) => Sight) => {
    setSight((now) => next(now, latest.current.fitted, latest.current.window))
  }, [])
  const zoom = useCallback(
    (factor: number, at?: Point) =>
      change((now, fitted, window) =>
        zoomed(now, factor, at ?? { x: window.width / 2, y: window.height / 2 }, fitted, window),
      ),
    [change],
  )
  const pan = useCallback((by: Point) => change((now, fitted, window) => panned(now, by, fitted, window)), [change])
  const fit = useCallback(() => change((_, fitted, window) => whole(fitted, window)), [change])
  const show = useCallback(
    (place: Place) => change((now, fitted, window) => showing(place, now, fitted, window)),
    [change],
  )

  useWheel(frame, zoom)
  useFingers(frame, zoom, pan)
  return { sight: kept(sight, fitted, window), fitted, zoom, pan, fit, show }
}

/** A wheel notch is about 100 pixels. */
const WHEEL_PER_DOUBLE = 300

function useWheel(frame: RefObject<HTMLElement | null>, zoom: SightState['zoom']): void {
  useEffect(() => {
    const element = frame.current
    if (element === null) return
    const onWheel = (event: WheelEvent) => {
      event.preventDefault()
      zoom(2 ** (-event.deltaY / WHEEL_PER_DOUBLE), pointIn(element, event))
    }
    // React's wheel listeners are passive, so they cannot stop the page from scrolling.
    element.addEventListener('wheel', onWheel, { passive: false })
    return () => element.removeEventListener('wheel', onWheel)
  }, [frame, zoom])
}

/** One pointer pans, two zoom. */
function useFingers(frame: RefObject<HTMLElement | null>, zoom: SightState['zoom'], pan: SightState['pan']): void {
  useEffect(() => {
    const element = frame.current
    if (element === null) return
    const down = new Map<number, Point>()
    const onDown = (event: PointerEvent) => {
      if (event.button !== 0) return
      down.set(event.pointerId, pointIn(element, event))
    }
    const onMove = (event: PointerEvent) => {
      const before = down.get(event.pointerId)
      if (before === undefined) return
      const now = pointIn(element, event)
      const other = [...down].find(([id]) => id !== event.pointerId)?.[1]
      if (other === undefined) {
        pan({ x: now.x - before.x, y: now.y - before.y })
      } else {
        const apart = distance(before, other)
        if (apart > 0) zoom(distance(now, other) / apart, middle(now, other))
        pan({ x: (now.x - before.x) / 2, y: (now.y - before.y) / 2 })
      }
      down.set(event.pointerId, now)
    }
    const onUp = (event: PointerEvent) => down.delete(event.pointerId)
    element.addEventListener('pointerdown', onDown)
    addEventListener('pointermove', onMove)
    addEventListener('pointerup', onUp)
    addEventListener('pointercancel', onUp)
    return () => {
      element.removeEventListener('pointerdown', onDown)
      removeEventListener('pointermove', onMove)
      removeEventListener('pointerup', onUp)
      removeEventListener('pointercancel', onUp)
    }
  }, [frame, zoom, pan])
}

function pointIn(element: HTMLElement, { clientX, clientY }: { clientX: number; clientY: number }): Point {
  const { left, top } = element.getBoundingClientRect()
  return { x: clientX - left, y: clientY - top }
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y)
}

function middle(a: Point, b: Point): Point {
  return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }
}
