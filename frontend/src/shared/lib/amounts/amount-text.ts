import Fraction from 'fraction.js'
import type { Language } from '../recipe/recipe'

/** Fractions that have a Unicode character. */
const SIGNS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    '1/2': '½',
    '1/3': '⅓',
    '2/3': '⅔',
    '1/4': '¼',
    '3/4': '¾',
    '1/5': '⅕',
    '2/5': '⅖',
    '3/5': '⅗',
    '4/5': '⅘',
    '1/6': '⅙',
    '5/6': '⅚',
    '1/8': '⅛',
    '3/8': '⅜',
    '5/8': '⅝',
    '7/8': '⅞',
  }),
)
/** Denominators that a cook can measure. */
const MEASURABLE = new Set([1n, 2n, 3n, 4n, 5n, 6n, 7n, 8n, 9n, 10n, 12n, 16n])
/** Largest relative error of an approximated fraction. */
const TOLERANCE = 0.02
/** Narrow no-break space between a whole number and its fraction. */
export const THIN_SPACE = '\u202f'

/**
 * Formats a mixed fraction: `1 ½`, `1/7`. A denominator that cannot be measured is approximated, or the value is
 * written as a decimal.
 */
export function asFraction(value: Fraction, mark: '.' | ','): string {
  if (MEASURABLE.has(value.d)) return mixed(value)
  const exact = value.valueOf()
  const near = [2, 3, 4, 8]
    .map((parts) => new Fraction(Math.round(exact * parts), parts))
    .find((candidate) => Math.abs(candidate.valueOf() - exact) <= exact * TOLERANCE)
  return near === undefined ? asDecimal(value, mark) : mixed(near)
}

function mixed(value: Fraction): string {
  const whole = value.floor()
  const rest = value.sub(whole)
  if (rest.n === 0n) return whole.toFraction()
  const text = rest.toFraction()
  const sign = SIGNS.get(text) ?? text
  return whole.n === 0n ? sign : `${whole.toFraction()}${THIN_SPACE}${sign}`
}

/** Formats a decimal with kitchen scale precision: `333`, `12.5`, `1.25`. Never rounds a positive value to 0. */
export function asDecimal(value: Fraction, mark: '.' | ','): string {
  const exact = value.valueOf()
  const decimals = exact >= 100 ? 0 : exact >= 10 ? 1 : 2
  const rounded = Number(exact.toFixed(decimals))
  const text = rounded === 0 && exact > 0 ? plain(exact) : String(rounded)
  return text.replace('.', mark)
}

/** The first two significant digits of a very small number. */
function plain(value: number): string {
  const decimals = Math.min(20, 1 - Math.floor(Math.log10(value)))
  return value.toFixed(decimals).replace(/0+$/, '')
}

export function decimalMarkOf(language: Language | null): '.' | ',' {
  return language === 'es' || language === 'fr' ? ',' : '.'
}

/** The text with plain spaces, and fractions as in the API: "1 ½" is "1 1/2". */
export function inPlainFractions(text: string): string {
  return [...SIGNS].reduce(
    (plain, [fraction, sign]) => plain.replaceAll(sign, fraction),
    text.replace(/[\u00a0\u202f]/g, ' '),
  )
}
