import fc from 'fast-check'
import { expect, it } from 'vitest'
import { placeBeside } from './place'

const box = (left: number, top: number, width = 40, height = 40) => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
})
const ROOM = { width: 320, height: 600 }

it('is below its anchor, aligned as requested', () => {
  const size = { width: 100, height: 80 }
  expect(placeBeside(box(150, 10), size, ROOM, 'start')).toEqual({ left: 150, top: 54 })
  expect(placeBeside(box(150, 10), size, ROOM, 'end')).toEqual({ left: 90, top: 54 })
  expect(placeBeside(box(150, 10), size, ROOM, 'center')).toEqual({ left: 120, top: 54 })
})

it('is above its anchor at the bottom of the window', () => {
  expect(placeBeside(box(10, 550), { width: 100, height: 80 }, ROOM, 'start').top).toBe(466)
})

it('is always inside of the window', () => {
  const edge = fc.integer({ min: -100, max: 700 })
  const sizes = fc.record({ width: fc.integer({ min: 0, max: 304 }), height: fc.integer({ min: 0, max: 584 }) })
  fc.assert(
    fc.property(edge, edge, sizes, fc.constantFrom('start', 'center', 'end'), (left, top, size, align) => {
      const place = placeBeside(box(left, top), size, ROOM, align)
      expect(place.left).toBeGreaterThanOrEqual(8)
      expect(place.top).toBeGreaterThanOrEqual(8)
      expect(place.left + size.width).toBeLessThanOrEqual(ROOM.width - 8)
      expect(place.top + size.height).toBeLessThanOrEqual(ROOM.height - 8)
    }),
  )
})
