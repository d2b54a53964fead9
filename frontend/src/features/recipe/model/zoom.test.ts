import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Place, WHOLE } from '../../../shared/lib/recipe/place-on-page'
import { fitting, kept, MAX_SCALE, panned, type Sight, type Size, showing, whole, zoomed } from './zoom'

const length = fc.integer({ min: 50, max: 3_000 })
const size = fc.record({ width: length, height: length })
const sight = fc.record({
  scale: fc.double({ min: 1, max: MAX_SCALE, noNaN: true }),
  x: fc.integer({ min: -9_000, max: 9_000 }),
  y: fc.integer({ min: -9_000, max: 9_000 }),
})
const span = fc
  .tuple(fc.integer({ min: 0, max: WHOLE - 1 }), fc.integer({ min: 1, max: WHOLE }))
  .map(([from, long]) => [from, Math.min(WHOLE, from + long)] as const)
const place = fc
  .tuple(span, span)
  .map(([[left, right], [top, bottom]]): Place => ({ page: 0, left, top, right, bottom }))

/** Checks that there is no gap beside a larger page, and that a smaller page is fully visible. */
function expectInSight({ scale, x, y }: Sight, fitted: Size, window: Size): void {
  const sides = [
    [x, fitted.width * scale, window.width],
    [y, fitted.height * scale, window.height],
  ] as const
  for (const [offset, long, wide] of sides) {
    if (long <= wide) expect(offset).toBeCloseTo((wide - long) / 2, 3)
    else {
      expect(offset).toBeLessThanOrEqual(0.001)
      expect(offset + long).toBeGreaterThanOrEqual(wide - 0.001)
    }
  }
}

it('a whole page fits the window and is centred', () => {
  fc.assert(
    fc.property(size, size, (page, window) => {
      const fitted = fitting(page, window)
      expect(fitted.width).toBeLessThanOrEqual(window.width + 0.001)
      expect(fitted.height).toBeLessThanOrEqual(window.height + 0.001)
      expect(Math.max(fitted.width / window.width, fitted.height / window.height)).toBeCloseTo(1, 6)
      expectInSight(whole(fitted, window), fitted, window)
    }),
  )
})

it('after any operation the page stays in the window within the zoom limits', () => {
  fc.assert(
    fc.property(
      size,
      size,
      sight,
      place,
      fc.double({ min: 0.05, max: 20, noNaN: true }),
      (page, window, at, on, by) => {
        const fitted = fitting(page, window)
        const all = [
          zoomed(at, by, { x: window.width / 3, y: window.height / 4 }, fitted, window),
          panned(at, { x: at.y, y: at.x }, fitted, window),
          showing(on, at, fitted, window),
        ]
        for (const one of all) {
          expect(one.scale).toBeGreaterThanOrEqual(1)
          expect(one.scale).toBeLessThanOrEqual(MAX_SCALE)
          expectInSight(one, fitted, window)
        }
      },
    ),
  )
})

it('zooming keeps the point under the pointer', () => {
  const [fitted, window] = [
    { width: 400, height: 600 },
    { width: 400, height: 600 },
  ]
  const near = kept({ scale: 2, x: -200, y: -300 }, fitted, window)
  const at = { x: 100, y: 150 }
  const nearer = zoomed(near, 1.5, at, fitted, window)
  expect([(at.x - nearer.x) / nearer.scale, (at.y - nearer.y) / nearer.scale]).toEqual([
    (at.x - near.x) / near.scale,
    (at.y - near.y) / near.scale,
  ])
})

it('a shown place is fully visible, wherever it is', () => {
  fc.assert(
    fc.property(size, size, sight, place, (page, window, at, on) => {
      const fitted = fitting(page, window)
      const { scale, x, y } = showing(on, at, fitted, window)
      const edges = [on.left, on.right].map((edge) => x + (fitted.width * scale * edge) / WHOLE)
      const others = [on.top, on.bottom].map((edge) => y + (fitted.height * scale * edge) / WHOLE)
      for (const edge of edges) expect(edge).toBeGreaterThanOrEqual(-0.001)
      for (const edge of edges) expect(edge).toBeLessThanOrEqual(window.width + 0.001)
      for (const edge of others) expect(edge).toBeGreaterThanOrEqual(-0.001)
      for (const edge of others) expect(edge).toBeLessThanOrEqual(window.height + 0.001)
    }),
  )
})
