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

/** Formats an amount: metric with decimals, US with fractions. */
export function writeAmount({ low, high, unit }: Amount, language: Language | null): string {
  const mark = decimalMarkOf(language)
  const write = (value: Fraction) => (systemOf(unit) === 'metric' ? asDecimal(value, mark) : asFraction(value, mark))
  const word = WORDS[language ?? 'en'][unit] ?? unit
  const numbers = high === null ? write(low) : `${write(low)}–${write(high)}`
  return `${numbers}${NO_BREAK}${agreeing(word, (high ?? low).valueOf(), language)}`
}

/** Scales a quantity in the style of its source: decimals if it has some or its unit is metric, otherwise fractions. */
export function writeScaled(
  quantity: Quantity,
  factor: Fraction,
  unit: Unit | null,
  language: Language | null,
): string {
  const mark = quantity.decimalMark ?? decimalMarkOf(language)
  const isDecimal = quantity.decimalMark !== null || (unit !== null && systemOf(unit) === 'metric')
  const write = (value: Fraction) => {
    const scaled = value.mul(factor)
    return isDecimal ? asDecimal(scaled, mark) : asFraction(scaled, mark)
  }
  return quantity.high === null
    ? write(quantity.low)
    : `${write(quantity.low)}${quantity.between}${write(quantity.high)}`
}
