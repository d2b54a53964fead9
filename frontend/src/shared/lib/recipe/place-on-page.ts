/** An upright page that a recipe was read from. */
export interface SourcePage {
  /** Index of the page, from 0. */
  readonly page: number
  /** Address of the image; expires after a short time. */
  readonly url: string
  /** In pixels. */
  readonly width: number
  readonly height: number
}

/** A box on a page, in ten-thousandths of its width and height. */
export interface Place {
  readonly page: number
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

export const WHOLE = 10_000

/** Parses a box; null if invalid, outside of the page or empty. */
export function readPlace(value: unknown): Place | null {
  if (typeof value !== 'object' || value === null) return null
  const { page, left, top, right, bottom } = value as Record<string, unknown>
  const numbers = [page, left, top, right, bottom]
  if (!numbers.every((number): number is number => Number.isInteger(number) && (number as number) >= 0)) return null
  const place = { page, left, top, right, bottom } as Place
  return place.left < place.right && place.top < place.bottom && place.right <= WHOLE && place.bottom <= WHOLE
    ? place
    : null
}

/** Enlarges a box on each side by ten-thousandths, so that a crop shows its surroundings. */
export function widened(place: Place, by: number): Place {
  return {
    page: place.page,
    left: Math.max(0, place.left - by),
    top: Math.max(0, place.top - by),
    right: Math.min(WHOLE, place.right + by),
    bottom: Math.min(WHOLE, place.bottom + by),
  }
}
