import fc from 'fast-check'
import Fraction from 'fraction.js'
import { describe, expect, it } from 'vitest'
import { sizeOf, type UnitSystem } from '../../../shared/lib/amounts/units'
import { type Part, partsOf } from './amounts'
import { byAisle, factorOf, itemsOf, type ListedLine, textOfItem } from './items'
import { orderOf } from './order'
import { aLine, aSource, inLanguage, textsOf } from './test-support'

const list = (lines: readonly ListedLine[], system: UnitSystem | null = null) =>
  textsOf(itemsOf([aSource(lines)], system))

describe('doubles', () => {
  it.each<[ListedLine[], string[]]>([
    [[aLine('onion', '1'), aLine('onions', '2')], ['onion 3']],
    [[aLine('flour', '200', 'g'), aLine('flour', '1', 'kg')], ['flour 1.2 kg']],
    [[aLine('milk', '1', 'cup'), aLine('milk', '1 ½', 'cups')], ['milk 2 ½ cups']],
    [[aLine('milk', '1', 'cup'), aLine('milk', '4', 'tablespoons')], ['milk 1 ¼ cups']],
    [[aLine('cheddar', '200', 'g'), aLine('cheddar', '2', 'cups')], ['cheddar 200 g + 2 cups']],
    [[aLine('flour', '100', 'g'), aLine('flour', '1', 'cup')], ['flour 225 g']],
    [
      [aLine('garlic', '2', 'cloves'), aLine('garlic', '1', 'head'), aLine('garlic', '1', 'clove')],
      ['garlic 3 cloves + 1 head'],
    ],
    [[aLine('carrots', '2-3'), aLine('carrot', '1')], ['carrots 3–4']],
    [[aLine('eggs', 'two'), aLine('large eggs', '3')], ['eggs 5']],
    [[aLine('butter', '100', 'g'), aLine('butter', '', '', 'for the tin')], ['butter 100 g']],
    [[aLine('salt'), aLine('salt')], ['salt']],
    [[aLine('cream', 'a little'), aLine('cream', '2', 'tbsp')], ['cream 2 tbsp + a little']],
    [[aLine('foil', '2', 'sheafs'), aLine('foil', '1', 'sheaf')], ['foil 3 sheafs']],
    [[aLine('foil', '2', 'mass'), aLine('foil', '100', 'g')], ['foil 2 mass + 100 g']],
  ])('%j become %j', (lines, expected) => {
    expect(list(lines)).toEqual(expected)
  })

  it('from several recipes, languages and scales are merged', () => {
    const items = itemsOf(
      [
        aSource([aLine('eggs', '2'), aLine('flour', '100', 'g')], { title: 'Pancakes', factor: '3/2' }),
        aSource([aLine('huevos', '3'), aLine('harina', '50', 'g')], { title: 'Tortilla', language: 'es' }),
      ],
      null,
    )
    expect(textsOf(items)).toEqual(['eggs 6', 'flour 200 g'])
    expect(items[0]?.titles).toEqual(['Pancakes', 'Tortilla'])
    expect(items[1]?.lines).toEqual([
      { source: 0, line: 1 },
      { source: 1, line: 1 },
    ])
  })
})

describe('amounts', () => {
  it.each<[UnitSystem, string[]]>([
    ['metric', ['milk 350 ml', 'flour 125 g']],
    ['us', ['milk 1 ½ cups', 'flour 1 cup']],
  ])('in %s', (system, expected) => {
    expect(list([aLine('milk', '1 1/2', 'cups'), aLine('flour', '1', 'cup')], system)).toEqual(expected)
  })

  it('follow the language of the line', () => {
    const lines = [aLine('ajo', '1', 'diente'), aLine('ajo', '1,5', 'dientes')]
    expect(textsOf(itemsOf([inLanguage('es', ...lines)], null))).toEqual(['ajo 2 ½ dientes'])
  })

  it('of an unparsed line stay in its text', () => {
    const line = { ...aLine(''), text: '2 cups of something' }
    expect(textsOf(itemsOf([aSource([line], { factor: '2' })], null))).toEqual(['4 cups of something'])
  })

  it('include the size in a note of a single line, and no other notes', () => {
    const items = itemsOf(
      [aSource([aLine('tomatoes', '2', 'cans', '14 oz each'), aLine('onion', '1', '', 'chopped')])],
      null,
    )
    expect(items.map(textOfItem)).toEqual(['tomatoes – 2 cans, 14 oz each', 'onion – 1'])
  })
})

it('canned food goes to the cans, and aisles are in walking order', () => {
  const lines = [aLine('salt'), aLine('tomatoes', '1', 'can'), aLine('cola', '2', 'cans'), aLine('leek', '1')]
  const aisles = byAisle(itemsOf([aSource(lines)], null)).map(({ aisle, items }) => [aisle, ...textsOf(items)])
  expect(aisles).toEqual([
    ['produce', 'leek 1'],
    ['canned', 'tomatoes 1 can'],
    ['spices', 'salt'],
    ['drinks', 'cola 2 cans'],
  ])
})

it.each([
  ['3/2', 1.5],
  ['2', 2],
  ['0', 1],
  ['1/0', 1],
  ['-2', 1],
  ['much', 1],
  ['9'.repeat(40), 1],
])('a stored factor of %s is %d', (text, factor) => {
  expect(factorOf(text).valueOf()).toBe(factor)
})

describe('an order', () => {
  it('has one row per amount, with English units and numbers', () => {
    const source = inLanguage('fr', aLine('farine', '200', 'g'), aLine('ail', '1,5', 'gousses'), aLine('sel'))
    expect(orderOf(itemsOf([source], null))).toEqual([
      { name: 'farine', quantity: '200', unit: 'g', displayText: 'farine – 200 g' },
      { name: 'ail', quantity: '1 1/2', unit: 'clove', displayText: 'ail – 1 1/2 gousse' },
      { name: 'sel', quantity: '', unit: '', displayText: 'sel' },
    ])
  })

  it('takes the upper end of a range, and both of two amounts that cannot be added', () => {
    const lines = [aLine('cheddar', '200', 'g'), aLine('cheddar', '2-3', 'cups')]
    expect(orderOf(itemsOf([aSource(lines)], null)).map(({ quantity, unit }) => `${quantity} ${unit}`)).toEqual([
      '200 g',
      '3 cup',
    ])
  })
})

describe('for any lines', () => {
  const units = ['g', 'kg', 'oz', 'lb', 'ml', 'l', 'cup', 'cups', 'tbsp', 'tsp', 'clove', 'cloves', '', 'sheaf']
  const names = ['flour', 'onion', 'onions', 'milk', 'cheddar', 'dragon fruit', 'salt']
  const line = fc
    .record({
      name: fc.constantFrom(...names),
      quantity: fc.oneof(
        fc.integer({ min: 1, max: 900 }).map(String),
        fc.tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 2, max: 9 })).map(([n, d]) => `${n}/${d}`),
        fc.constant('2-3'),
        fc.constant('a few'),
        fc.constant(''),
      ),
      unit: fc.constantFrom(...units),
    })
    .map(({ name, quantity, unit }) => aLine(name, quantity, quantity === '' ? '' : unit))
  const source = fc
    .record({ lines: fc.array(line, { maxLength: 12 }), factor: fc.constantFrom('1', '2', '3/2', '1/3') })
    .map(({ lines, factor }) => aSource(lines, { factor }))
  const sources = fc.array(source, { maxLength: 4 })
  const systems = fc.constantFrom<UnitSystem | null>('metric', 'us', null)

  /** Total mass, volume and counts per unit. */
  const amountsOf = (parts: readonly Part[]) => {
    const sums = new Map<string, number>()
    for (const { low, unit, form } of parts) {
      const size = unit === null ? null : sizeOf(unit)
      const key = size?.kind ?? `${unit ?? form}`
      sums.set(key, (sums.get(key) ?? 0) + low.valueOf() * (size?.size ?? 1))
    }
    return sums
  }

  it('every line is in one item, and items are distinct', () => {
    fc.assert(
      fc.property(sources, systems, (all, system) => {
        const items = itemsOf(all, system)
        const lines = items.flatMap(({ lines }) => lines.map(({ source, line }) => `${source} ${line}`))
        expect(lines.toSorted()).toEqual(
          all.flatMap(({ lines }, at) => lines.map((_, line) => `${at} ${line}`)).toSorted(),
        )
        expect(new Set(items.map(({ key }) => key)).size).toBe(items.length)
        expect(byAisle(items).flatMap(({ items }) => items)).toHaveLength(items.length)
      }),
    )
  })

  it('the amount of an item is the sum of its lines, up to rounding', () => {
    fc.assert(
      fc.property(sources, systems, (all, system) => {
        for (const item of itemsOf(all, system).filter(({ name }) => name === 'cheddar')) {
          const parts = item.lines.flatMap(({ source, line }) => {
            const from = all[source]
            const read = from?.lines[line]
            return from === undefined || read === undefined ? [] : partsOf(read, new Fraction(from.factor), 'en').parts
          })
          const [wanted, got] = [amountsOf(parts), amountsOf(item.parts)]
          expect([...got.keys()].toSorted()).toEqual([...wanted.keys()].toSorted())
          for (const [kind, sum] of wanted) {
            const off = Math.abs((got.get(kind) ?? 0) - sum)
            // Amounts are rounded to a quarter of an ounce.
            expect(off, `${kind}: ${sum} became ${got.get(kind)}`).toBeLessThanOrEqual(Math.max(sum * 0.13, 7.1))
          }
        }
      }),
    )
  })

  it('the order of recipes changes no amount', () => {
    fc.assert(
      fc.property(sources, (all) => {
        const amounts = (from: typeof all) =>
          new Map(itemsOf(from, 'metric').map(({ key, parts }) => [key, [...amountsOf(parts)].toSorted()]))
        expect(amounts(all.toReversed())).toEqual(amounts(all))
      }),
    )
  })

  it('any text in the fields of a line ends up in an item', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 60 })
    fc.assert(
      fc.property(
        text,
        text,
        text,
        text,
        fc.constantFrom('en', 'es', 'fr', null),
        (name, quantity, unit, note, language) => {
          const items = itemsOf([aSource([aLine(name, quantity, unit, note)], { language })], 'metric')
          expect(items).toHaveLength(1)
          expect(orderOf(items).length).toBeGreaterThan(0)
        },
      ),
    )
  })
})
