/** Size limits of photos: large enough to read print, small enough for slow uplinks. */
import { MAX_BYTES } from './upload'

export interface Size {
  readonly width: number
  readonly height: number
}

/** Pixels of the longer side. */
export const LONGEST_SIDE = 4000
export const JPEG_QUALITY = 0.9
/** Pixels of a photo that the server accepts. */
const MAX_PIXELS = 60_000_000
/** Photos up to this size and `MAX_PIXELS` are sent unchanged. */
const QUICK_BYTES = 3 * 1024 * 1024
/** Maximum size of a useful copy, relative to the original. */
const WORTH = 0.7

export function isLarge(bytes: number, { width, height }: Size): boolean {
  return bytes > QUICK_BYTES || width * height > MAX_PIXELS
}

/** Scales down to a longer side of at most `longest`. */
export function fitted({ width, height }: Size, longest: number = LONGEST_SIDE): Size {
  const factor = Math.min(1, longest / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * factor)), height: Math.max(1, Math.round(height * factor)) }
}

/** Whether to send the copy instead of the original. */
export function isWorthIt(bytes: number, size: Size, copyBytes: number): boolean {
  const must = bytes > MAX_BYTES || size.width * size.height > MAX_PIXELS
  return copyBytes <= MAX_BYTES && (must || copyBytes < bytes * WORTH)
}
