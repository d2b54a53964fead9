import { expect, it } from 'vitest'
import { fitted, isLarge, isWorthIt } from './picture-size'
import { MAX_BYTES } from './upload'

const MB = 1024 * 1024
const photo = { width: 6000, height: 8000 }

it('limits the longer side and keeps the aspect ratio', () => {
  expect(fitted(photo)).toEqual({ width: 3000, height: 4000 })
  expect(fitted({ width: 8000, height: 6000 })).toEqual({ width: 4000, height: 3000 })
  expect(fitted({ width: 800, height: 600 })).toEqual({ width: 800, height: 600 })
  expect(fitted({ width: 100_000, height: 3 })).toEqual({ width: 4000, height: 1 })
})

it('keeps small files, and shrinks large ones or those with too many pixels', () => {
  expect(isLarge(2 * MB, photo)).toBe(false)
  expect(isLarge(4 * MB, { width: 3000, height: 4000 })).toBe(true)
  expect(isLarge(MB, { width: 8000, height: 8000 })).toBe(true)
})

it('sends a copy only if it is smaller enough, or if the original is over a limit', () => {
  expect(isWorthIt(10 * MB, photo, 2 * MB)).toBe(true)
  expect(isWorthIt(10 * MB, photo, 8 * MB)).toBe(false)
  expect(isWorthIt(MAX_BYTES + 1, photo, 19 * MB)).toBe(true)
  expect(isWorthIt(MAX_BYTES + 1, photo, MAX_BYTES + 1)).toBe(false)
  expect(isWorthIt(MB, { width: 8000, height: 8000 }, 3 * MB)).toBe(true)
})
