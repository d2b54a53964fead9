import data from 'virtual:grocery-data'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Language } from '../recipe/recipe'
import { foodOf } from './food'

const same = (one: [string, Language | null], other: [string, Language | null]) =>
  foodOf(...one).key === foodOf(...other).key

describe('identifying a food', () => {
  it.each<[string, Language | null, string, Language | null]>([
    ['tomatoes', 'en', 'Tomato', 'en'],
    ['berries', 'en', 'berry', 'en'],
    ['bay leaves', 'en', 'bay leaf', 'en'],
    ['limones', 'es', 'limón', 'es'],
    ['nueces', 'es', 'nuez', 'es'],
    ['Œufs', 'fr', 'oeuf', 'fr'],
    ['poireaux', 'fr', 'poireau', 'fr'],
    ['large eggs', 'en', 'eggs', 'en'],
    ['mantequilla derretida', 'es', 'mantequilla', 'es'],
    ['oignon finement haché', 'fr', 'oignons', 'fr'],
    ['huevos', 'es', 'eggs', 'en'],
    ['beurre', 'fr', 'butter', null],
    ['dragon fruit', 'en', 'Dragon-Fruits', 'en'],
  ])('%s (%s) is %s (%s)', (one, ofOne, other, ofOther) => {
    expect(same([one, ofOne], [other, ofOther])).toBe(true)
  })

  it.each<[string, Language | null, string, Language | null]>([
    ['red wine', 'en', 'port', 'en'],
    ['crushed tomatoes', 'en', 'tomatoes', 'en'],
    ['frozen peas', 'en', 'peas', 'en'],
    ['tomates séchées', 'fr', 'tomates', 'fr'],
    ['chou rouge', 'fr', 'chou', 'fr'],
    ['raisin', 'fr', 'raisin', 'en'],
    ['prune', 'fr', 'prune', 'en'],
    ['coconut milk', 'en', 'milk', 'en'],
    ['green beans', 'en', 'beans', 'en'],
  ])('%s (%s) is not %s (%s)', (one, ofOne, other, ofOther) => {
    expect(same([one, ofOne], [other, ofOther])).toBe(false)
  })

  it('ignores case, accents and spaces', () => {
    const names = data.foods.flatMap(({ names }) => names.flat())
    fc.assert(
      fc.property(fc.constantFrom(...names), (name) => {
        const shouted = `  ${name.toUpperCase()} `.normalize('NFD').replace(/ /g, '  ')
        expect(foodOf(shouted, 'es')).toEqual(foodOf(name, 'es'))
      }),
    )
  })

  it('accepts any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (name) => {
        const { key, home } = foodOf(name, null)
        expect(key.length).toBeLessThan(600)
        expect(typeof home).toBe('boolean')
      }),
    )
  })
})

it.each<[string, Language | null, string]>([
  ['onion', 'en', 'produce'],
  ['fresh flat-leaf parsley', 'en', 'produce'],
  ['cebolla morada grande', 'es', 'produce'],
  ['pommes de terre', 'fr', 'produce'],
  ['baguette', 'fr', 'bakery'],
  ['boneless chicken thighs', 'en', 'meat'],
  ['salmón', 'es', 'meat'],
  ['crème fraîche', 'fr', 'dairy'],
  ['huevos', 'es', 'dairy'],
  ['canned tomatoes', 'en', 'canned'],
  ['atún en lata', 'es', 'canned'],
  ['flour', 'en', 'pantry'],
  ['baking powder', 'en', 'pantry'],
  ['arroz', 'es', 'pantry'],
  ['dried oregano', 'en', 'spices'],
  ['comino molido', 'es', 'spices'],
  ['vin blanc sec', 'fr', 'drinks'],
  ['frozen raspberries', 'en', 'frozen'],
  ['framboises surgelées', 'fr', 'frozen'],
  ['espinacas congeladas', 'es', 'frozen'],
  ['walnut bread', 'en', 'bakery'],
  ['pan con nueces', 'es', 'bakery'],
  ['kitchen foil', 'en', 'other'],
  ['tomates', null, 'produce'],
])('%s (%s) stands in the aisle %s', (name, language, aisle) => {
  expect(foodOf(name, language).aisle).toBe(aisle)
})

it.each<[string, Language, boolean]>([
  ['salt', 'en', true],
  ['sal', 'es', true],
  ['eau tiède', 'fr', true],
  ['extra virgin olive oil', 'en', true],
  ['onion', 'en', false],
  ['sesame oil', 'en', false],
])('%s (%s) is in nearly every kitchen: %s', (name, language, home) => {
  expect(foodOf(name, language).home).toBe(home)
})

it('every food of the table has an aisle', () => {
  const { foods, moving } = data
  expect(foods.length).toBeGreaterThan(600)
  expect(foods.filter(({ aisle }) => aisle === 'other')).toEqual([])
  expect(moving.map(([aisle]) => aisle)).toEqual(['frozen', 'canned', 'pantry'])
  expect(foods.filter(({ home }) => home).map(({ names }) => names[0]?.[0])).toHaveLength(5)
})
