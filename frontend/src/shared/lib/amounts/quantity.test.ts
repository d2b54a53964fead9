import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import Fraction from 'fraction.js'
import { expect, it } from 'vitest'
import type { Language } from '../recipe/recipe'
import { readQuantity } from './quantity'

interface Row {
  readonly quantity: string
  readonly factor: string
  readonly language?: Language
  readonly expected: string
}

function scaleQuantity(quantity: string, factor: Fraction, language: Language | null): string {
  const text = quantity.trim()
  const read = readQuantity(text, language)
  if (read === null || factor.n === 0n || read.length !== text.length) return quantity
  const times = (value: Fraction) => value.mul(factor).toFraction(true)
  return read.high === null ? times(read.low) : times(read.low) + read.between + times(read.high)
}

/** Shared with lambdas/recipe/src/scale.rs. */
const { rows } = JSON.parse(readFileSync('../lambdas/recipe/vectors/scaling.json', 'utf8')) as { rows: Row[] }

it('the vectors file is not empty', () => {
  expect(rows.length).toBeGreaterThanOrEqual(80)
})

it.each(rows)('$quantity × $factor ($language) is $expected', ({ quantity, factor, language, expected }) => {
  expect(scaleQuantity(quantity, new Fraction(factor), language ?? null)).toBe(expected)
})

it('doubling and halving restores the quantity, and no input throws', () => {
  const part = fc.constantFrom('1', '23', '½', '/', ' ', ',', '.', '-', '–', 'to', 'and', 'x', '0', '000', '\u00a0')
  const quantities = fc.array(part, { maxLength: 9 }).map((parts) => parts.join(''))
  const languages = fc.constantFrom<(Language | null)[]>('en', 'es', 'fr', null)
  fc.assert(
    fc.property(quantities, languages, (quantity, language) => {
      const once = scaleQuantity(quantity, new Fraction(1), language)
      const twice = scaleQuantity(quantity, new Fraction(2), language)
      if (twice !== quantity) expect(scaleQuantity(twice, new Fraction(1, 2), language)).toBe(once)
    }),
    { numRuns: 2000 },
  )
})
