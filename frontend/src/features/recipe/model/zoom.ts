import { type Place, WHOLE } from '../../../shared/lib/recipe/place-on-page'

/*
 * How a page is seen through a window: pure geometry. A page that is seen whole has scale 1; all lengths are CSS pixels.
 */

export interface Size {
  readonly width: number
  readonly height: number
}

export interface Point {
  readonly x: number
  readonly y: number
}

export interface Sight {
  /** From 1, the whole page, to `MOST_SCALE`. */
  readonly scale: number
  /** Where the page's upper left corner lies, seen from the window's. */
  readonly x: number
  readonly y: number
}

export const MOST_SCALE = 8

/** How large a page is at scale 1: as large as fits into the window. */
export function fitting(page: Size, window: Size): Size {
  const factor = Math.min(window.width / page.width, window.height / page.height)
  if (!Number.isFinite(factor) || factor <= 0) return { width: 0, height: 0 }
  return { width: page.width * factor, height: page.height * factor }
}

/** The whole page in the middle of the window. */
export function whole(fitted: Size, window: Size): Sight {
  return kept({ scale: 1, x: 0, y: 0 }, fitted, window)
}

/** Nearer by a factor; what is under the point stays under it. */
export function zoomed(sight: Sight, factor: number, at: Point, fitted: Size, window: Size): Sight {
  const scale = Math.min(Math.max(sight.scale * factor, 1), MOST_SCALE)
  const grown = scale / sight.scale
  return kept({ scale, x: at.x - (at.x - sight.x) * grown, y: at.y - (at.y - sight.y) * grown }, fitted, window)
}

export function panned(sight: Sight, by: Point, fitted: Size, window: Size): Sight {
  return kept({ ...sight, x: sight.x + by.x, y: sight.y + by.y }, fitted, window)
}

/** How much of the window a place that is shown takes at most. */
const FILLED = 0.8
/** A short word is not blown up beyond this. */
const NEAR = 3

/** A place in the middle of the window, near enough to be read. What is nearer already stays as near if it fits. */
export function showing(place: Place, sight: Sight, fitted: Size, window: Size): Sight {
  const width = (fitted.width * (place.right - place.left)) / WHOLE
  const height = (fitted.height * (place.bottom - place.top)) / WHOLE
  const most = Math.min((window.width * FILLED) / width, (window.height * FILLED) / height, MOST_SCALE)
  const scale = Math.max(1, Math.min(most, Math.max(sight.scale, Math.min(most, NEAR))))
  const middle = {
    x: (fitted.width * scale * (place.left + place.right)) / 2 / WHOLE,
    y: (fitted.height * scale * (place.top + place.bottom)) / 2 / WHOLE,
  }
  return kept({ scale, x: window.width / 2 - middle.x, y: window.height / 2 - middle.y }, fitted, window)
}

/** No gap where the page is larger than the window, and in the middle where it is smaller. */
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
