import { expect, it } from 'vitest'
import { collectionsOf, withCollection, withoutCollection, withRenamed } from './collections'

it('collections are counted case-insensitively', () => {
  const cards = [{ collections: ['Noël', 'été'] }, { collections: ['noël'] }, { collections: [] }]
  expect(collectionsOf(cards, 'fr')).toEqual([
    { key: 'été', name: 'été', count: 1 },
    { key: 'noël', name: 'Noël', count: 2 },
  ])
})

it('a collection is added once, and a blank name is ignored', () => {
  const names = ['Noël']
  expect(withCollection(names, ' NOËL ')).toBe(names)
  expect(withCollection(names, '  ')).toBe(names)
  expect(withCollection(names, ' weekdays ')).toEqual(['Noël', 'weekdays'])
  expect(withoutCollection(['Noël', 'weekdays'], 'noËl')).toEqual(['weekdays'])
})

it.each([
  [['a', 'b', 'c'], 'b', 'd', ['a', 'd', 'c']],
  [['a', 'b'], 'B', 'b', ['a', 'b']],
  [['a', 'b'], 'a', 'B', ['B']],
  [['a', 'b'], 'b', 'a', ['a']],
  [['a'], 'x', 'y', ['a']],
])('%j with %s renamed to %s is %j', (names, from, to, expected) => {
  expect(withRenamed(names, from, to)).toEqual(expected)
})
