import fc from 'fast-check'
import { expect, it } from 'vitest'
import { aCard } from '../../../shared/lib/test-support'
import { rowsOf } from './rows'

const shown = (statuses: readonly ('SUCCESS' | 'FAILED')[]) =>
  statuses.map((status, index) => ({ card: aCard({ id: `r${index}`, status }), stored: true }))

it('every recipe is in one row, in order, with its index', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('SUCCESS' as const, 'FAILED' as const)),
      fc.integer({ min: 1, max: 4 }),
      (statuses, columns) => {
        const recipes = shown(statuses)
        const rows = rowsOf(recipes, columns)
        expect(rows.flatMap((row) => row.recipes)).toEqual(recipes)
        for (const row of rows) {
          expect(row.recipes.length).toBeGreaterThan(0)
          expect(row.recipes.length).toBeLessThanOrEqual(columns)
          expect(recipes[row.first]).toBe(row.recipes[0])
          expect(row.key).toBe(row.recipes[0]?.card.id)
        }
      },
    ),
  )
})

it('a failed import has its own row only in two columns', () => {
  const recipes = shown(['SUCCESS', 'FAILED', 'SUCCESS'])
  expect(rowsOf(recipes, 2).map(({ recipes: { length }, wide }) => [length, wide])).toEqual([
    [1, false],
    [1, true],
    [1, false],
  ])
  expect(rowsOf(recipes, 3)).toHaveLength(1)
})
