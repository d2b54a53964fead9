import type Fraction from 'fraction.js'
import { readQuantity } from '../../../shared/lib/amounts/quantity'
import { writeScaled } from '../../../shared/lib/amounts/write-amount'
import type { Language } from '../../../shared/lib/recipe/recipe'

/** What a recipe makes, for more or fewer: "24 cookies" twice is "48 cookies". What begins with no number stays. */
export function scaledYield(text: string, factor: Fraction, language: Language | null): string {
  const quantity = factor.equals(1) ? null : readQuantity(text, language)
  // "9-inch cake" and "1.5kg" tell a size, not a number of things.
  if (quantity === null || !/^\s+\p{L}|^$/u.test(text.slice(quantity.length))) return text
  return writeScaled(quantity, factor, null, language) + text.slice(quantity.length)
}
