import { type Place, WHOLE } from '../../../shared/lib/recipe/place-on-page'

/* Geometry of a page in a zoomable window. Scale 1 shows the whole page; lengths are CSS pixels. */

export interface Size {
  readonly width: number
  readonly height: number
}

export interface Point {
  readonly x: number
  readonly y: number
}

export interface Sight {
  /** From 1 (whole page) to `MAX_SCALE`. */
  readonly scale: number
  /** Offset of the page's top left corner from the window's. */
  readonly x: number
  readonly y: number
}

export const MAX_SCALE = 8

/** Page size at scale 1. */
export function fitting(page: Size, window: Size): Size {
  const factor = Math.min(window.width / page.width, window.height / page.height)
  if (!Number.isFinite(factor) || factor <= 0) return { width: 0, height: 0 }
  return { width: page.width * factor, height: page.height * factor }
}

export function whole(fitted: Size, window: Size): Sight {
  return kept({ scale: 1, x: 0, y: 0 }, fitted, window)
}

/** Zooms by a factor around a point. */
export function zoomed(sight: Sight, factor: number, at: Point, fitted: Size, window: Size): Sight {
  const scale = Math.min(Math.max(sight.scale * factor, 1), MAX_SCALE)
  const grown = scale / sight.scale
  return kept({ scale, x: at.x - (at.x - sight.x) * grown, y: at.y - (at.y - sight.y) * grown }, fitted, window)
}

export function panned(sight: Sight, by: Point, fitted: Size, window: Size): Sight {
  return kept({ ...sight, x: sight.x + by.x, y: sight.y + by.y }, fitted, window)
}

/** Share of the window that a shown place may fill, unless it is larger at scale 1. */
const FILLED = 0.8
/** Scale at which a short line is shown, unless the view is already closer. */
const NEAR = 3

/** Centres a place at a readable scale; keeps a closer zoom if it fits. */
export function showing(place: Place, sight: Sight, fitted: Size, window: Size): Sight {
  const width = (fitted.width * (place.right - place.left)) / WHOLE
  const height = (fitted.height * (place.bottom - place.top)) / WHOLE
  const most = Math.min((window.width * FILLED) / width, (window.height * FILLED) / height, MAX_SCALE)
  const scale = Math.max(1, Math.min(most, Math.max(sight.scale, Math.min(most, NEAR))))
  const middle = {
    x: (fitted.width * scale * (place.left + place.right)) / 2 / WHOLE,
    y: (fitted.height * scale * (place.top + place.bottom)) / 2 / WHOLE,
  }
  return kept({ scale, x: window.width / 2 - middle.x, y: window.height / 2 - middle.y }, fitted, window)
}

/** Clamps the offset: no gap beside a larger page, a smaller one is centred. */
export function kept({ scale, x, y }: Sight, fitted: Size, window: Size): Sight {
  return {
    scale,
    x: along(x, fitted.width * scale, window.width),
    y: along(y, fitted.height * scale, window.height),
  }
}

function along(offset: number, length: number, window: number): number {
  if (length <= window) return (window - length) / 2
  return Math.min(0, Math.max(window - length, offset))
}
