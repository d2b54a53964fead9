import type Fraction from 'fraction.js'
import type { Language } from '../recipe/recipe'
import { readQuantity } from './quantity'

/* Scales quantities by the same rules as lambdas/recipe/src/scale.rs; both are tested with
   lambdas/recipe/vectors/scaling.json, which describes the rules. */

/**
 * Multiplies a quantity and writes it as a mixed fraction: `1½` times 3 is `4 1/2`. Scales both ends of a range; other
 * text is returned unchanged. The language decides between decimal and thousands separators.
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
