import type Fraction from 'fraction.js'
import type { Language } from '../recipe/recipe'
import { amountsOf, applied, isCertain, scaledAmount } from './line/amounts'
import { readQuantity } from './quantity'

/* Scales by the same rules as lambdas/recipe; tested with its vectors. Written as in the API: "1 1/2". */

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

export interface ScaledLine {
  /** As written unless `isScaled`. */
  readonly text: string
  /** Whether each number of the line is scaled or stays for a reason; if not, the line must be marked. */
  readonly isScaled: boolean
}

/** Multiplies the amounts of a line: "1 cup plus 2 tablespoons" × 2 is "2 cups plus 4 tablespoons". */
export function scaleLine(text: string, factor: Fraction, language: Language | null): ScaledLine {
  const amounts = amountsOf(text, language)
  if (factor.n === 0n || !isCertain(amounts)) return { text, isScaled: false }
  const write = (value: Fraction) => value.toFraction(true)
  const scaling = amounts.filter(({ role }) => role === 'scales')
  const changes = scaling.flatMap((amount) => scaledAmount(text, amount, factor, language, write))
  return { text: applied(text, { start: 0, end: text.length }, changes), isScaled: true }
}

function times(value: Fraction, factor: Fraction): string {
  return value.mul(factor).toFraction(true)
}
