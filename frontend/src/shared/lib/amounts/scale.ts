import type Fraction from 'fraction.js'
import type { Language } from '../recipe/recipe'
import { readQuantity } from './quantity'

/*
 * Quantities for more or fewer people, by the rules of lambdas/recipe/src/scale.rs: both pass the same rows of
 * lambdas/recipe/vectors/scaling.json, which also says the rules in words.
 */

/**
 * Multiplies a quantity and writes the result as a mixed fraction: `1½` times 3 is `4 1/2`. Both ends of a range are
 * multiplied. What is no number or range comes back unchanged. The language tells decimals from thousands.
 */
export function scaleQuantity(quantity: string, factor: Fraction, language: Language | null): string {
  const text = quantity.trim()
  const read = readQuantity(text, language)
  if (read === null || factor.n === 0n || read.length !== text.length) return quantity
  const low = times(read.low, factor)
  return read.high === null ? low : low + read.between + times(read.high, factor)
}

function times(value: Fraction, factor: Fraction): string {
  return value.mul(factor).toFraction(true)
}
