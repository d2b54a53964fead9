import type Fraction from 'fraction.js'
import { readQuantity } from '../../../shared/lib/amounts/quantity'
import { writeScaled } from '../../../shared/lib/amounts/write-amount'
import type { Language } from '../../../shared/lib/recipe/recipe'

/** Scales a yield: "24 cookies" × 2 is "48 cookies". Unchanged without a leading number. */
export function scaledYield(text: string, factor: Fraction, language: Language | null): string {
  const quantity = factor.equals(1) ? null : readQuantity(text, language)
  // "9-inch cake" and "1.5kg" are sizes, not counts.
  if (quantity === null || !/^\s+\p{L}|^$/u.test(text.slice(quantity.length))) return text
  return writeScaled(quantity, factor, null, language) + text.slice(quantity.length)
}
