import Fraction from 'fraction.js'
import { expect, it } from 'vitest'
import { scaledYield } from './scaled-yield'

it.each([
  ['24 cookies', '2', '48 cookies'],
  ['12', '1/2', '6'],
  ['4-6 porciones', '2', '8-12 porciones'],
  ['9-inch cake', '2', '9-inch cake'],
  ['one loaf', '2', 'one loaf'],
  ['24 cookies', '1', '24 cookies'],
  ['', '2', ''],
])('%j × %s is %j', (text, factor, expected) => {
  expect(scaledYield(text, new Fraction(factor), 'es')).toBe(expected)
})
