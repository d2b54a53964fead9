import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import Fraction from 'fraction.js'
import { expect, it } from 'vitest'
import type { Language } from '../../recipe/recipe'
import { amountsOf, applied, isCertain, scaledAmount } from './amounts'

interface Row {
  readonly line: string
  readonly language: Language
  readonly factor: string
  readonly expected?: string
  readonly marked?: boolean
}

/** The line scaled, with numbers as in the API: "1 1/2". */
function scaleLine(text: string, factor: Fraction, language: Language | null) {
  const amounts = amountsOf(text, language)
  if (factor.n === 0n || !isCertain(amounts)) return { text, isScaled: false }
  const write = (value: Fraction) => value.toFraction(true)
  const scaling = amounts.filter(({ role }) => role === 'scales')
  const changes = scaling.flatMap((amount) => scaledAmount(text, amount, factor, language, write))
  return { text: applied(text, { start: 0, end: text.length }, changes), isScaled: true }
}

/** Shared with lambdas/recipe/src/amounts.rs. */
const { rows } = JSON.parse(readFileSync('../lambdas/recipe/vectors/amounts.json', 'utf8')) as { rows: Row[] }

it('the vectors file is not empty', () => {
  expect(rows.length).toBeGreaterThanOrEqual(200)
})

it.each(rows)('$line × $factor ($language)', ({ line, language, factor, expected, marked = false }) => {
  expect(scaleLine(line, new Fraction(factor), language)).toEqual({ text: expected ?? line, isScaled: !marked })
})

const languages = fc.constantFrom<(Language | null)[]>('en', 'es', 'fr', null)
const unit = fc.constantFrom('g', 'kg', 'cups', 'tbsp', 'oz', 'lb', 'ml', 'tsp')
const small = fc.integer({ min: 1, max: 20 })
const number = fc.oneof(
  fc.integer({ min: 1, max: 999 }).map(String),
  fc.tuple(small, small).map(([low, more]) => `${low}-${low + more}`),
  small.map((whole) => `${whole} 1/2`),
  fc.constantFrom('½', '1.5'),
)
const factors = fc.integer({ min: 2, max: 12 })
const values = (line: string, language: Language | null) =>
  amountsOf(line, language).map(({ role, ends }) => [role, ...ends.map(({ value }) => value.toFraction())])

it('scaling there and back keeps the values', () => {
  fc.assert(
    fc.property(number, unit, languages, factors, (amount, of, language, k) => {
      const line = `${amount} ${of} flour`
      const there = scaleLine(line, new Fraction(k), language)
      expect(there.isScaled).toBe(true)
      const back = scaleLine(there.text, new Fraction(1, k), language)
      expect(values(back.text, language)).toEqual(values(line, language))
    }),
  )
})

it('a scaled sum is the sum of the scaled parts', () => {
  const plus = fc.constantFrom(' plus ', ' + ')
  fc.assert(
    fc.property(number, unit, number, unit, plus, factors, (a, of, b, by, sign, k) => {
      const scaled = (line: string) => scaleLine(line, new Fraction(k), null).text
      const [first, second] = [`${a} ${of}`, `${b} ${by} oil`]
      expect(scaled(first + sign + second)).toBe(scaled(first) + sign + scaled(second))
    }),
  )
})

it('every number scales or stays for a reason, or the line is marked', () => {
  const words =
    '1 2 ½ 1/2 200 a half dozen cup g kg oz tins flour lemon ( ) , x + plus and or - / each % cm of to demi- y medio'
  const parts = fc.array(fc.constantFrom(...words.split(' ')), { maxLength: 10 })
  fc.assert(
    fc.property(parts, fc.constantFrom('', ' '), languages, (some, gap, language) => {
      const line = some.join(gap)
      const amounts = amountsOf(line, language)
      for (const { index } of line.matchAll(/[\d½]/gu)) {
        const holds = ({ start, end }: { start: number; end: number }) => start <= index && index < end
        expect(amounts.some(({ ends, tail }) => ends.length === 0 || holds(tail) || ends.some(holds))).toBe(true)
      }
      const scaled = scaleLine(line, new Fraction(2), language)
      expect(scaled.isScaled).toBe(isCertain(amounts))
      if (!scaled.isScaled) expect(scaled.text).toBe(line)
    }),
    { numRuns: 1000 },
  )
})

it('names of object properties are words like any other', () => {
  const names = fc.constantFrom('constructor', '__proto__', 'toString', 'hasOwnProperty', 'valueOf')
  fc.assert(
    fc.property(names, languages, (name, language) => {
      for (const line of [name, `2 ${name}`, `${name} 2 cups`, `1 cup ${name}`]) {
        const { text, isScaled } = scaleLine(line, new Fraction(2), language)
        expect([isScaled, text.includes(name)]).toEqual([true, true])
      }
    }),
  )
})
