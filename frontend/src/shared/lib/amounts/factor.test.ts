import fc from 'fast-check'
import Fraction from 'fraction.js'
import { expect, it } from 'vitest'
import { factorFor, factorOf, readTyped, withFactor, withServings } from './factor'

it.each([
  ['', 4, '1'],
  ['servings=6', 4, '3/2'],
  ['servings=6', null, '1'],
  ['x=2', 4, '2'],
  ['x=7/3', null, '7/3'],
  ['x=0.5', 4, '1/2'],
  ['servings=6&x=9', 4, '3/2'],
  ['servings=0', 4, '1'],
  ['x=0', 4, '1'],
  ['x=1/0', 4, '1'],
  ['x=-2', 4, '1'],
  ['x=1e9', 4, '1'],
  ['x=0.01', 4, '1/100'],
  ['x=0.009', 4, '1'],
  ['x=100000', 4, '100000'],
  ['x=100001', 4, '1'],
  ['servings=999', 1, '999'],
  ['servings=999999', 1, '1'],
  ['x=NaN', 4, '1'],
  ['servings=', 4, '1'],
  ['servings=6', 0, '1'],
])('%j of a recipe for %s is %s', (query, servings, expected) => {
  expect(factorOf(new URLSearchParams(query), servings).toFraction()).toBe(expected)
})

it('the factor in an address is read back, and other parameters are kept', () => {
  const parts = fc.tuple(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 1, max: 300 }))
  fc.assert(
    fc.property(parts, ([upper, lower]) => {
      const factor = new Fraction(upper, lower)
      fc.pre(factor.gte(new Fraction(1, 100)))
      const params = withFactor(new URLSearchParams('a=b&servings=3'), factor)
      expect(params.get('a')).toBe('b')
      expect(factorOf(params, 4).equals(factor)).toBe(true)
    }),
  )
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 999 }), fc.integer({ min: 1, max: 99 }), (wanted, servings) => {
      const params = withServings(new URLSearchParams('x=3'), new Fraction(wanted), servings)
      expect(factorOf(params, servings).equals(new Fraction(wanted, servings))).toBe(true)
    }),
  )
})

it.each([
  ['2', '2'],
  ['1,5', '3/2'],
  ['1 ½', '3/2'],
  [' 3/4 ', '3/4'],
  ['0', null],
  ['-1', null],
  ['2-3', null],
  ['two', null],
  ['', null],
  ['100000', '100000'],
  ['100001', null],
  ['999999999', null],
])('%j is typed for %s', (text, expected) => {
  expect(readTyped(text)?.toFraction() ?? null).toBe(expected)
})

it('half of one ingredient gives half of the recipe', () => {
  expect(factorFor(new Fraction(150), new Fraction(300))?.toFraction()).toBe('1/2')
  expect(factorFor(new Fraction(150), new Fraction(0))).toBeNull()
})
