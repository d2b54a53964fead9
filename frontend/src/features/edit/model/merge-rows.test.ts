import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mergeRows } from './merge-rows'

const rows: [string, string, string, string, string, boolean][] = [
  ['nothing happened', 'a b c', 'a b c', 'a b c', 'a b c', false],
  ['only I wrote', 'a b c', 'a x c', 'a b c', 'a x c', false],
  ['only they wrote', 'a b c', 'a b c', 'a x c', 'a x c', false],
  ['both wrote the same', 'a b c', 'a x c', 'a x c', 'a x c', false],
  ['different rows', 'a b c', 'x b c', 'a b y', 'x b y', false],
  ['neighbouring rows', 'a b', 'x b', 'a y', 'x y', false],
  ['the same row', 'a b c', 'a x c', 'a y c', 'a x c', true],
  ['both added at the end', 'a', 'a x', 'a y', 'a y x', false],
  ['both added the same at the end', 'a', 'a x', 'a x', 'a x', false],
  ['both added, one row of it the same', 'a', 'a x y', 'a x', 'a x y', false],
  ['I added, they deleted beside it', 'a b', 'a x b', 'a', 'a x', false],
  ['I deleted what they wrote', 'a b c', 'a c', 'a x c', 'a c', true],
  ['they deleted what I wrote', 'a b c', 'a x c', 'a c', 'a x c', true],
  ['both deleted', 'a b c', 'a c', 'a c', 'a c', false],
  ['I moved, they wrote elsewhere', 'a b c d', 'd a b c', 'a b x d', 'd a b x', false],
  ['I moved, they added', 'a b c d', 'd a b c', 'a b x c d', 'd a b x c', false],
  ['both moved the same', 'a b c', 'c a b', 'c a b', 'c a b', false],
  ['both moved in different ways', 'a b c', 'c a b', 'b c a', 'c a b', true],
  ['they moved what I deleted', 'a b c d', 'a b c', 'd a b c', 'a b c', true],
  ['from nothing', '', 'x', 'y', 'y x', false],
]
const list = (text: string) => (text === '' ? [] : text.split(' '))

it.each(rows)('%s', (_, base, mine, theirs, merged, conflict) => {
  expect(mergeRows(list(base), list(mine), list(theirs))).toEqual({ rows: list(merged), conflict })
})

it('in a conflict the preferred side wins, and other changes of both sides are kept', () => {
  const [base, mine, theirs] = [list('a b c'), list('x b 1'), list('y b c 2')]
  expect(mergeRows(base, mine, theirs, 'mine')).toEqual({ rows: list('x b 1 2'), conflict: true })
  expect(mergeRows(base, mine, theirs, 'theirs')).toEqual({ rows: list('y b 1 2'), conflict: true })
})

it('a row moved by one side and rewritten by the other gets both changes', () => {
  const base = ['1 onion, chopped', '2 cloves garlic', 'salt']
  const merged = mergeRows(
    base,
    ['salt', '1 onion, chopped', '2 cloves garlic'],
    [base[0] ?? '', '3 cloves garlic', 'salt'],
  )
  expect(merged).toEqual({ rows: ['salt', '1 onion, chopped', '3 cloves garlic'], conflict: false })
})

const word = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', '')
const anyList = fc.array(word, { maxLength: 7 })
const count = (all: readonly string[], row: string) => all.filter((one) => one === row).length

describe('for any three lists', () => {
  it('an unchanged side takes the result of the other', () => {
    fc.assert(
      fc.property(anyList, anyList, (base, edited) => {
        expect(mergeRows(base, edited, base)).toEqual({ rows: edited, conflict: false })
        expect(mergeRows(base, base, edited)).toEqual({ rows: edited, conflict: false })
        expect(mergeRows(base, edited, edited)).toEqual({ rows: edited, conflict: false })
      }),
    )
  })

  it('the result has only rows of the two sides', () => {
    fc.assert(
      fc.property(anyList, anyList, anyList, fc.constantFrom('mine', 'theirs'), (base, mine, theirs, prefer) => {
        for (const row of mergeRows(base, mine, theirs, prefer as 'mine').rows) {
          expect([...mine, ...theirs]).toContain(row)
        }
      }),
    )
  })

  it('whether there is a conflict does not depend on the order of the sides', () => {
    fc.assert(
      fc.property(anyList, anyList, anyList, (base, mine, theirs) => {
        expect(mergeRows(base, mine, theirs).conflict).toBe(mergeRows(base, theirs, mine).conflict)
      }),
    )
  })
})

/** Random edits (rewrite, delete, add) in which each row is edited by at most one side. */
const disjointEdits = fc
  .array(
    fc.record({
      who: fc.constantFrom<'mine' | 'theirs' | 'nobody'>('mine', 'theirs', 'nobody'),
      what: fc.constantFrom<'rewrite' | 'delete' | 'add'>('rewrite', 'delete', 'add'),
    }),
    { maxLength: 12 },
  )
  .map((edits) => {
    const base = edits.map((_, index) => `row ${index} of the base list`)
    const apply = (side: 'mine' | 'theirs') =>
      edits.flatMap(({ who, what }, index) => {
        const row = base[index] ?? ''
        if (who !== side) return [row]
        if (what === 'delete') return []
        return what === 'rewrite' ? [`row ${index} of the ${side} list`] : [row, `${side} added behind ${index}`]
      })
    const both = edits.flatMap(({ who, what }, index) => {
      const row = base[index] ?? ''
      if (who === 'nobody') return [row]
      if (what === 'delete') return []
      return what === 'rewrite' ? [`row ${index} of the ${who} list`] : [row, `${who} added behind ${index}`]
    })
    return { base, mine: apply('mine'), theirs: apply('theirs'), both }
  })

it('edits of different rows are all applied in place', () => {
  fc.assert(
    fc.property(disjointEdits, ({ base, mine, theirs, both }) => {
      const merged = mergeRows(base, mine, theirs)
      expect(merged.conflict).toBe(false)
      expect([...merged.rows].sort()).toEqual([...both].sort())
      const kept = (all: readonly string[]) => all.filter((row) => row.startsWith('row'))
      expect(kept(merged.rows)).toEqual(kept(both))
    }),
    { numRuns: 500 },
  )
})

it('a new order of one side and a rewrite of the other are combined', () => {
  const shuffled = fc
    .uniqueArray(fc.integer({ min: 0, max: 9 }), { minLength: 2, maxLength: 10 })
    .chain((base) =>
      fc.tuple(fc.constant(base), fc.shuffledSubarray(base, { minLength: base.length }), fc.nat(base.length - 1)),
    )
  fc.assert(
    fc.property(shuffled, ([base, order, changed]) => {
      const text = (row: number) => `line number${row} of many`
      const rewrittenText = (row: number) => (row === base[changed] ? `line number${row} of few` : text(row))
      const merged = mergeRows(base.map(text), order.map(text), base.map(rewrittenText))
      expect(merged).toEqual({ rows: order.map(rewrittenText), conflict: false })
    }),
  )
})

it('without a conflict no row is lost or invented, however rows moved', () => {
  const distinct = fc.uniqueArray(
    fc.integer({ min: 0, max: 9 }).map((row) => `row${row}`),
    { maxLength: 8 },
  )
  fc.assert(
    fc.property(distinct, distinct, distinct, (base, mine, theirs) => {
      const { rows: merged, conflict } = mergeRows(base, mine, theirs)
      if (conflict) return
      for (const row of new Set([...base, ...mine, ...theirs])) {
        const [b, m, t] = [count(base, row), count(mine, row), count(theirs, row)]
        // A row both sides left alone keeps its count; a row that one side added is present.
        if (m === t) expect(count(merged, row)).toBe(m)
        if (b === 0 && m + t > 0) expect(count(merged, row)).toBeGreaterThan(0)
        if (b === 1 && m + t < 2) expect(count(merged, row)).toBe(0)
      }
    }),
    { numRuns: 500 },
  )
})

/** Number of row accesses of a merge where one side is reversed and one row rewritten. */
function looksAt(count: number): number {
  let looks = 0
  const counted = (rows: readonly string[]): readonly string[] =>
    new Proxy(rows, {
      get(target, key, receiver): unknown {
        if (typeof key === 'string' && /^\d+$/.test(key)) looks += 1
        return Reflect.get(target, key, receiver)
      },
    })
  const base = Array.from({ length: count }, (_, index) => `${index} g of something`)
  const theirs = base.map((row, index) => (index === count / 2 ? `${row} else` : row))
  const merged = mergeRows(counted(base), counted(base.toReversed()), counted(theirs))
  expect(merged.conflict).toBe(false)
  expect(merged.rows).toHaveLength(count)
  return looks
}

it('twice as many rows take at most four times the work', () => {
  const [some, twice] = [looksAt(100), looksAt(200)]
  expect(some).toBeGreaterThan(100)
  expect(twice / some).toBeLessThan(4.5)
})
