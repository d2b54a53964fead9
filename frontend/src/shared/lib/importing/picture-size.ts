/** How large a picture is worth sending: print stays readable, and a phone's uplink is slow. */
import { MOST_BYTES } from './upload'

export interface Size {
  readonly width: number
  readonly height: number
}

/** Pixels of the longer side. */
export const LONGEST_SIDE = 4000
/** Of a picture that is made smaller, JPEG's own measure. */
export const JPEG_QUALITY = 0.9
/** The server opens no more. */
const MOST_PIXELS = 60_000_000
/** Up to here sending takes moments, so a picture is sent as it is. */
const QUICK_BYTES = 3 * 1024 * 1024
/** A copy is worth it that saves as much. */
const WORTH = 0.7

/** Whether a smaller copy should be tried. */
export function isLarge(bytes: number, { width, height }: Size): boolean {
  return bytes > QUICK_BYTES || width * height > MOST_PIXELS
}

/** The same shape with a longer side of at most `LONGEST_SIDE`. */
export function fitted({ width, height }: Size, longest: number = LONGEST_SIDE): Size {
  const factor = Math.min(1, longest / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * factor)), height: Math.max(1, Math.round(height * factor)) }
}

/** Whether the copy is sent in place of the original. */
export function isWorthIt(bytes: number, size: Size, copyBytes: number): boolean {
  const must = bytes > MOST_BYTES || size.width * size.height > MOST_PIXELS
  return copyBytes <= MOST_BYTES && (must || copyBytes < bytes * WORTH)
}
