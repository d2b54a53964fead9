import fc from 'fast-check'
import { expect, it } from 'vitest'
import { changed, insertedAfter, moved, neighbour, replaced, without } from './rows'

const rows = (...keys: string[]) => keys.map((key) => ({ key }))
const keys = (list: readonly { key: string }[]) => list.map(({ key }) => key).join('')
const abc = rows('a', 'b', 'c')

it.each([
  ['behind a row', keys(insertedAfter(abc, 'a', rows('x', 'y'))), 'axybc'],
  ['at the end', keys(insertedAfter(abc, null, rows('x'))), 'abcx'],
  ['into an empty list', keys(insertedAfter([], null, rows('x'))), 'x'],
  ['removed', keys(without(abc, 'b')), 'ac'],
  ['replaced', keys(replaced(abc, 'b', rows('x', 'y'))), 'axyc'],
  ['moved down', keys(moved(abc, 'a', 1)), 'bac'],
  ['moved to the top', keys(moved(abc, 'c', 0)), 'cab'],
  ['moved beyond the end', keys(moved(abc, 'a', 99)), 'bca'],
  ['the row before takes over', neighbour(abc, 'b'), 'a'],
  ['for the first the row behind', neighbour(abc, 'a'), 'b'],
  ['for the only one nobody', neighbour(rows('a'), 'a'), null],
])('%s', (_, got, expected) => {
  expect(got).toBe(expected)
})

it('an unchanged row keeps the list identical', () => {
  expect(changed(abc, 'b', (row) => row)).toBe(abc)
  expect(changed(abc, 'z', () => ({ key: 'x' }))).toBe(abc)
  expect(moved(abc, 'a', 0)).toBe(abc)
  expect(keys(changed(abc, 'b', () => ({ key: 'x' })))).toBe('axc')
})

it('moving a row keeps all rows and the order of the others', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.string(), { minLength: 1 }),
      fc.nat(),
      fc.integer({ min: -3, max: 30 }),
      (names, which, to) => {
        const all = rows(...names)
        const key = names[which % names.length] ?? ''
        const after = moved(all, key, to)
        expect(without(after, key)).toEqual(without(all, key))
        expect(after).toHaveLength(all.length)
      },
    ),
  )
})
