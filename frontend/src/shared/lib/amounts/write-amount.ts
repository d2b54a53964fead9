import type Fraction from 'fraction.js'
import type { Language } from '../recipe/recipe'
import { asDecimal, asFraction, decimalMarkOf } from './amount-text'
import type { Amount } from './convert'
import type { Quantity } from './quantity'
import { agreeing, systemOf, type Unit } from './units'

const NO_BREAK = '\u00a0'

/** Unit forms that the app writes; all are in the lexicons. */
const WORDS: Readonly<Record<Language, Readonly<Record<Unit, string>>>> = {
  en: {
    ...{ gram: 'g', kilogram: 'kg', millilitre: 'ml', litre: 'l', millimetre: 'mm', centimetre: 'cm' },
    ...{ ounce: 'oz', pound: 'lb', teaspoon: 'tsp', tablespoon: 'tbsp', cup: 'cup', quart: 'quart', inch: 'in' },
  },
  es: {
    ...{ gram: 'g', kilogram: 'kg', millilitre: 'ml', litre: 'l', millimetre: 'mm', centimetre: 'cm' },
    ...{ ounce: 'oz', pound: 'lb', teaspoon: 'cdta', tablespoon: 'cda', cup: 'taza', quart: 'cuarto', inch: 'pulg' },
  },
  fr: {
    ...{ gram: 'g', kilogram: 'kg', millilitre: 'ml', litre: 'l', millimetre: 'mm', centimetre: 'cm' },
    ...{ ounce: 'oz', pound: 'lb', teaspoon: 'c. à c.', tablespoon: 'c. à s.', cup: 'tasse', quart: 'pinte' },
    inch: 'po',
  },
}

function wordOf(unit: Unit, language: Language): string {
  const words = WORDS[language]
  return Object.hasOwn(words, unit) ? (words[unit] ?? unit) : unit
}

/** Formats an amount: metric units with decimals, all others with fractions. */
export function writeAmount({ low, high, unit }: Amount, language: Language | null): string {
  const mark = decimalMarkOf(language)
  const write = (value: Fraction) => (systemOf(unit) === 'metric' ? asDecimal(value, mark) : asFraction(value, mark))
  const word = wordOf(unit, language ?? 'en')
  const numbers = high === null ? write(low) : `${write(low)}–${write(high)}`
  return `${numbers}${NO_BREAK}${agreeing(word, (high ?? low).valueOf(), language)}`
}

/** Formats a number in the style of its source: decimals if it has some or its unit is metric, otherwise fractions. */
export function writeValue(
  value: Fraction,
  decimalMark: '.' | ',' | null,
  unit: Unit | null,
  language: Language | null,
): string {
  const mark = decimalMark ?? decimalMarkOf(language)
  const isDecimal = decimalMark !== null || (unit !== null && systemOf(unit) === 'metric')
  return isDecimal ? asDecimal(value, mark) : asFraction(value, mark)
}

/** Scales a quantity in the style of its source. */
export function writeScaled(
  { low, high, between, decimalMark }: Quantity,
  factor: Fraction,
  unit: Unit | null,
  language: Language | null,
): string {
  const write = (value: Fraction) => writeValue(value.mul(factor), decimalMark, unit, language)
  return high === null ? write(low) : `${write(low)}${between}${write(high)}`
}
