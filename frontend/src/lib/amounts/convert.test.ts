import fc from 'fast-check'
import Fraction from 'fraction.js'
import { describe, expect, it } from 'vitest'
import type { Language } from '../recipe/recipe'
import { asDecimal, asFraction } from './amount-text'
import { type Amount, convert, convertTemperature } from './convert'
import { densityOf } from './densities'
import { agreeing, sizeOf, type UnitSystem, unitOf } from './units'
import { writeAmount } from './write-amount'

const amount = (value: string | number, unit: string): Amount => ({ low: new Fraction(value), high: null, unit })
const text = (converted: Amount | null, language: Language = 'en') =>
  converted === null ? null : writeAmount(converted, language).replace(/[\u00a0\u202f]/g, ' ')

it.each<[string | number, string, UnitSystem, string | null, string]>([
  [1, 'cup', 'metric', null, '240 ml'],
  ['1/2', 'cup', 'metric', null, '120 ml'],
  ['1/3', 'cup', 'metric', null, '80 ml'],
  [2, 'cup', 'metric', null, '475 ml'],
  [1, 'quart', 'metric', null, '950 ml'],
  [2, 'quart', 'metric', null, '1.9 l'],
  [1, 'cup', 'metric', 'flour', '125 g'],
  [1, 'cup', 'metric', 'sugar', '200 g'],
  [1, 'cup', 'metric', 'unsalted butter', '225 g'],
  [1, 'ounce', 'metric', null, '30 g'],
  [8, 'ounce', 'metric', null, '225 g'],
  [1, 'pound', 'metric', null, '450 g'],
  [3, 'pound', 'metric', null, '1.35 kg'],
  [1, 'inch', 'metric', null, '2.5 cm'],
  ['1/8', 'inch', 'metric', null, '3 mm'],
  [9, 'inch', 'metric', null, '23 cm'],
  [100, 'gram', 'us', null, '3 ½ oz'],
  [500, 'gram', 'us', null, '1 lb'],
  [1, 'kilogram', 'us', null, '2 ¼ lb'],
  [5, 'millilitre', 'us', null, '1 tsp'],
  [15, 'millilitre', 'us', null, '1 tbsp'],
  [60, 'millilitre', 'us', null, '¼ cup'],
  [100, 'millilitre', 'us', null, '6 ½ tbsp'],
  [250, 'millilitre', 'us', null, '1 cup'],
  [25, 'centilitre', 'us', null, '1 cup'],
  [1, 'litre', 'us', null, '4 ¼ cups'],
  [2, 'litre', 'us', null, '2 quarts'],
  [200, 'gram', 'us', 'flour', '1 ⅔ cups'],
  [115, 'gram', 'us', 'butter', '½ cup'],
  [20, 'centimetre', 'us', null, '8 in'],
  [1, 'centimetre', 'us', null, '½ in'],
])('%s %s in %s (%s) is %s', (value, unit, system, food, expected) => {
  expect(text(convert(amount(value, unit), system, food === null ? null : densityOf(food)))).toBe(expected)
})

it.each([
  ['tablespoon', 'metric'],
  ['teaspoon', 'us'],
  ['pinch', 'metric'],
  ['gram', 'metric'],
  ['cup', 'us'],
  ['clove', 'metric'],
  ['no unit at all', 'us'],
] as const)('%s stays in %s', (unit, system) => {
  expect(convert(amount(2, unit), system, 1)).toBeNull()
})

it('both ends of a range are converted, and one end is enough when they meet', () => {
  const range = (low: string, high: string) => ({ ...amount(low, 'cup'), high: new Fraction(high) })
  expect(text(convert(range('1', '2'), 'metric', null))).toBe('225–475 ml')
  expect(text(convert({ ...amount(28, 'gram'), high: new Fraction(29) }, 'us', null))).toBe('1 oz')
})

it.each([
  [350, 'F', 180],
  [375, 'F', 190],
  [400, 'F', 200],
  [425, 'F', 220],
  [165, 'F', 74],
  [180, 'C', 350],
  [200, 'C', 400],
  [74, 'C', 165],
  [0, 'C', 32],
] as const)('%d °%s is %d', (degrees, scale, expected) => {
  expect(convertTemperature(new Fraction(degrees), scale).valueOf()).toBe(expected)
})

describe('whatever the amount', () => {
  const units = fc.constantFrom('gram', 'kilogram', 'millilitre', 'centilitre', 'decilitre', 'litre')
  const usUnits = fc.constantFrom('ounce', 'pound', 'cup', 'fluid_ounce', 'pint', 'quart')
  const values = fc.tuple(fc.integer({ min: 1, max: 4000 }), fc.integer({ min: 1, max: 16 }))
  const density = fc.constantFrom(null, 0.34, 0.53, 0.85, 1.43)
  const inBase = (one: Amount) => one.low.valueOf() * (sizeOf(one.unit)?.size ?? Number.NaN)

  it('converting there and back ends near where it began', () => {
    fc.assert(
      fc.property(values, fc.oneof(units, usUnits), density, ([upper, lower], unit, grams) => {
        const start = amount(`${upper}/${lower}`, unit)
        const base = inBase(start)
        fc.pre(base >= 15)
        const there = convert(start, sizeSystem(unit) === 'metric' ? 'us' : 'metric', grams)
        if (there === null) throw new Error('measured amounts convert')
        const back = convert(there, sizeSystem(unit), grams)
        // Spoons stay spoons, so they are compared as they are.
        const end = inBase(back ?? there) * crossing(unit, (back ?? there).unit, grams)
        // Rounded twice, to 5 g and to an eighth of an ounce: of all amounts of 15 to 400 g, 9/14 fl oz lose most.
        expect(end / base).toBeGreaterThan(0.78)
        expect(end / base).toBeLessThan(1.25)
      }),
      { numRuns: 2000 },
    )
  })

  it('scaling before and after converting differs only by rounding', () => {
    fc.assert(
      fc.property(values, fc.oneof(units, usUnits), fc.integer({ min: 2, max: 12 }), ([upper, lower], unit, factor) => {
        const one = amount(`${upper}/${lower}`, unit)
        const system = sizeSystem(unit) === 'metric' ? 'us' : 'metric'
        fc.pre(inBase(one) >= 30)
        const scaledLast = convert(one, system, null)
        const scaledFirst = convert({ ...one, low: one.low.mul(factor) }, system, null)
        if (scaledLast === null || scaledFirst === null) throw new Error('measured amounts convert')
        const ratio = inBase(scaledFirst) / (inBase(scaledLast) * factor)
        expect(ratio).toBeGreaterThan(0.8)
        expect(ratio).toBeLessThan(1.25)
      }),
      { numRuns: 2000 },
    )
  })

  it('nothing becomes nothing, negative or no number', () => {
    const any = fc.oneof(units, usUnits, fc.constantFrom('inch', 'millimetre', 'milligram', 'gallon'))
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 10n ** 12n }),
        fc.bigInt({ min: 1n, max: 10n ** 12n }),
        any,
        density,
        (n, d, unit, grams) => {
          for (const system of ['metric', 'us'] as const) {
            const converted = convert({ low: new Fraction(n, d), high: null, unit }, system, grams)
            if (converted === null) continue
            expect(converted.low.valueOf()).toBeGreaterThan(0)
            expect(writeAmount(converted, 'fr')).toMatch(
              /^[1-9\d½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞][\d,/ \u202f½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞]*\u00a0\p{L}/u,
            )
          }
        },
      ),
    )
  })

  const sizeSystem = (unit: string): UnitSystem =>
    ['ounce', 'pound', 'cup', 'fluid_ounce', 'pint', 'quart'].includes(unit) ? 'us' : 'metric'
  const crossing = (from: string, to: string, grams: number | null) => {
    const [a, b] = [sizeOf(from)?.kind, sizeOf(to)?.kind]
    return a === b || grams === null ? 1 : a === 'mass' ? grams : 1 / grams
  }
})

it.each([
  ['1/2', '½'],
  ['3/2', '1 ½'],
  ['1/7', '1/7'],
  ['15/7', '2 1/7'],
  ['4', '4'],
  ['7/16', '7/16'],
  ['0.335', '⅓'],
  ['1.37', '1 ⅜'],
  ['0.03', '0.03'],
])('%s is written %s', (value, expected) => {
  expect(asFraction(new Fraction(value), '.').replace('\u202f', ' ')).toBe(expected)
})

it.each([
  ['1000/3', '333'],
  ['12.5', '12,5'],
  ['0.0004', '0,0004'],
  ['1.255', '1,25'],
  ['3', '3'],
])('%s is written %s with decimals', (value, expected) => {
  expect(asDecimal(new Fraction(value), ',')).toBe(expected)
})

it.each<[string, number, Language, string]>([
  ['cup', 2, 'en', 'cups'],
  ['cups', 0.5, 'en', 'cup'],
  ['tbsp', 4, 'en', 'tbsp'],
  ['leaf', 3, 'en', 'leaves'],
  ['leaves', 1, 'en', 'leaf'],
  ['pinch', 2, 'en', 'pinches'],
  ['taza', 1.5, 'es', 'tazas'],
  ['porción', 2, 'es', 'porciones'],
  ['cucharadas soperas', 1, 'es', 'cucharada sopera'],
  ['cuillère à soupe', 2, 'fr', 'cuillères à soupe'],
  ['tasse', 1.5, 'fr', 'tasse'],
  ['bocal', 2, 'fr', 'bocaux'],
  ['sprinkle', 2, 'en', 'sprinkle'],
])('%s of %d in %s is %s', (form, value, language, expected) => {
  expect(agreeing(form, value, language)).toBe(expected)
})

it('the words that the app writes are units that it reads', () => {
  for (const language of ['en', 'es', 'fr'] as const) {
    for (const unit of ['gram', 'kilogram', 'millilitre', 'litre', 'ounce', 'pound', 'teaspoon', 'tablespoon', 'cup']) {
      const written = writeAmount(amount(1, unit), language).split('\u00a0').slice(1).join(' ')
      expect([language, unitOf(written, language)]).toEqual([language, unit])
    }
  }
})
