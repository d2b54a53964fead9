import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { RecipeChange } from '../recipe/recipe'
import { aCard } from '../test-support'
import { EMPTY_LIST, type LiveList, withChange, withDeleted, withFullLoad, withoutSync, withPage } from './live-list'

const changed = (id: string, version: number): RecipeChange => ({ id, version, card: aCard({ id, version }) })
const deleted = (id: string, version: number): RecipeChange => ({ id, version, card: null })
const versions = (list: LiveList) => list.order.map(({ id, version }) => `${id}@${version}`)
const all = (changes: RecipeChange[], from = EMPTY_LIST) => changes.reduce(withChange, from)

describe('changes', () => {
  const rows: [string, RecipeChange[], string[]][] = [
    ['a newer version replaces an older one', [changed('a', 1), changed('a', 2)], ['a@2']],
    ['an older version that comes late is ignored', [changed('a', 2), changed('a', 1)], ['a@2']],
    ['a deletion removes', [changed('a', 1), deleted('a', 2)], []],
    ['a change from before the deletion does not bring it back', [deleted('a', 3), changed('a', 2)], []],
    ['a repeated deletion stays one', [changed('a', 1), deleted('a', 2), deleted('a', 2)], []],
  ]
  it.each(rows)('%s', (_, changes, expected) => {
    expect(versions(all(changes))).toEqual(expected)
  })

  it('converge in any order and with any repetition', () => {
    const history = fc
      .array(
        fc.record({ id: fc.constantFrom('a', 'b', 'c'), dies: fc.boolean(), length: fc.integer({ min: 1, max: 6 }) }),
      )
      .map((lives) =>
        lives.flatMap(({ id, dies, length }, life) =>
          Array.from({ length }, (_, index) => {
            const name = `${id}${life}`
            return dies && index === length - 1 ? deleted(name, index + 1) : changed(name, index + 1)
          }),
        ),
      )
    const shuffledWithRepeats = history.chain((changes) =>
      fc.tuple(
        fc.constant(changes),
        fc.shuffledSubarray([...changes, ...changes], { minLength: changes.length * 2, maxLength: changes.length * 2 }),
      ),
    )
    fc.assert(
      fc.property(shuffledWithRepeats, ([inOrder, shuffled]) => {
        expect(versions(all(shuffled)).sort()).toEqual(versions(all(inOrder)).sort())
      }),
    )
  })
})

describe('full load', () => {
  it('removes recipes it does not contain', () => {
    const list = all([changed('a', 1), changed('b', 1)])
    expect(versions(withFullLoad(list, [aCard({ id: 'b' })], list.clock, true))).toEqual(['b@1'])
  })

  it('keeps recipes created after it began', () => {
    const begun = all([changed('a', 1)])
    const during = withChange(begun, changed('new', 1))
    const after = withFullLoad(during, [aCard({ id: 'a' })], begun.clock, true)
    expect(versions(after).sort()).toEqual(['a@1', 'new@1'])
  })

  it('does not restore recipes deleted during the load', () => {
    const begun = all([changed('a', 1)])
    const during = withChange(begun, deleted('a', 2))
    expect(versions(withFullLoad(during, [aCard({ id: 'a' })], begun.clock, true))).toEqual([])
  })

  it('does not overwrite a newer version pushed during the load', () => {
    const during = withChange(all([changed('a', 1)]), changed('a', 5))
    expect(versions(withFullLoad(during, [aCard({ id: 'a', version: 1 })], 1, true))).toEqual(['a@5'])
  })

  it('that began earlier and ends later does not overwrite a later one', () => {
    const start = EMPTY_LIST
    const later = withFullLoad(start, [aCard({ id: 'a', version: 2 })], start.clock, true)
    expect(versions(withFullLoad(later, [], start.clock, true))).toEqual(['a@2'])
  })

  it('does not restore a recipe whose deletion the server confirmed', () => {
    const list = withDeleted(all([changed('a', 1)]), ['a'])
    expect(versions(withFullLoad(list, [aCard({ id: 'a', version: 7 })], list.clock, true))).toEqual([])
  })

  it('is synced only under an open subscription', () => {
    expect(withFullLoad(EMPTY_LIST, [], 0, false).synced).toBe(false)
    const synced = withFullLoad(EMPTY_LIST, [], 0, true)
    expect(synced.synced).toBe(true)
    expect(withoutSync(synced).synced).toBe(false)
    expect(withFullLoad(withoutSync(synced), [], 0, false).synced).toBe(false)
  })
})

it('sorts newest first', () => {
  const at = (id: string, createdAt: string) => ({ id, version: 1, card: aCard({ id, createdAt }) })
  const list = all([
    at('old', '2026-11-20T00:00:00Z'),
    at('new', '2026-11-21T09:00:00+01:00'),
    at('tie-b', '2026-11-21T07:00:00Z'),
    at('tie-a', '2026-11-21T07:00:00Z'),
  ])
  expect(list.order.map(({ id }) => id)).toEqual(['new', 'tie-a', 'tie-b', 'old'])
})

describe('page of a running load', () => {
  it('is shown and removes nothing', () => {
    expect(versions(withPage(all([changed('a', 1)]), [aCard({ id: 'b' })])).sort()).toEqual(['a@1', 'b@1'])
  })

  it('overwrites neither a newer version nor a deletion', () => {
    const list = all([changed('a', 5), deleted('b', 2)])
    expect(versions(withPage(list, [aCard({ id: 'a', version: 4 }), aCard({ id: 'b', version: 2 })]))).toEqual(['a@5'])
  })

  it('without changes keeps the list identical, so that nothing is rendered', () => {
    const list = all([changed('a', 1)])
    expect(withPage(list, [aCard({ id: 'a' })])).toBe(list)
    expect(withFullLoad(list, [aCard({ id: 'a' })], list.clock, true).order).toBe(list.order)
  })

  it('does not mark the list as whole', () => {
    expect(withPage(EMPTY_LIST, [aCard()]).synced).toBe(false)
  })
})

describe('order', () => {
  type Step = { id: string; at: number; version: number; kind: 'change' | 'delete' | 'page' | 'load' | 'gone' }
  const step = fc.record<Step>({
    id: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
    at: fc.integer({ min: 0, max: 3 }),
    version: fc.integer({ min: 1, max: 6 }),
    kind: fc.constantFrom('change', 'delete', 'page', 'load', 'gone'),
  })
  const take = (list: LiveList, { id, at, version, kind }: Step): LiveList => {
    const card = aCard({ id, version, createdAt: `2026-11-21T08:00:0${at}Z` })
    if (kind === 'change') return withChange(list, { id, version, card })
    if (kind === 'delete') return withChange(list, deleted(id, version))
    if (kind === 'gone') return withDeleted(list, [id])
    return kind === 'page' ? withPage(list, [card]) : withFullLoad(list, [card], list.clock, true)
  }

  it('contains each recipe once, newest first, after any changes', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        const list = steps.reduce(take, EMPTY_LIST)
        const held = Array.from(list.entries.values(), ({ card }) => card).filter((card) => card !== null)
        expect(new Set(list.order)).toEqual(new Set(held))
        expect(list.order).toHaveLength(held.length)
        const keys = list.order.map(({ id, createdAt }) => [createdAt, id] as const)
        const sorted = [...keys].sort(([at, a], [bt, b]) => (at < bt ? 1 : at > bt ? -1 : a < b ? -1 : 1))
        expect(keys).toEqual(sorted)
      }),
    )
  })

  it('is the same for a load by pages', () => {
    fc.assert(
      fc.property(
        fc.array(step, { maxLength: 12 }),
        fc.uniqueArray(step, { selector: ({ id }) => id }),
        (before, load) => {
          const start = () => before.reduce(take, EMPTY_LIST)
          const { clock } = start()
          const cards = load.map(({ id, at, version }) => aCard({ id, version, createdAt: `2026-11-21T08:00:0${at}Z` }))
          const atOnce = withFullLoad(start(), cards, clock, true)
          const paged = withFullLoad(
            cards.reduce((list, card) => withPage(list, [card]), start()),
            cards,
            clock,
            true,
          )
          expect(paged.order).toEqual(atOnce.order)
        },
      ),
    )
  })
})
