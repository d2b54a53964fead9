import Fraction from 'fraction.js'
import type { Language } from '../recipe/recipe'
import { type Quantity, readQuantity } from './quantity'
import { numeralAtStart, sizeOf, type Unit, unitAtStart } from './units'

/** An amount in running text: a number with its unit. */
export interface Mention {
  readonly kind: 'mass' | 'volume' | 'length' | 'temperature' | 'count'
  readonly start: number
  readonly end: number
  readonly quantity: Quantity
  /** Further dimensions, as in "9 x 13 inches", without the first. */
  readonly sides: readonly Quantity[]
  /** Null for temperatures and for counts without a unit. */
  readonly unit: Unit | null
  readonly scale: 'C' | 'F' | null
  /** Offset of the unit, or the end if there is none. */
  readonly unitStart: number
  /** Written with a hyphen, as in "14-ounce", which gives the size of one item. */
  readonly hyphened: boolean
}

/** Maximum length of an amount, in characters. */
const LONGEST = 60
const NUMBER = /[\p{Nd}½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅐⅛⅜⅝⅞⅑⅒]|(?<!\d)\.\d/u
const GAP = /^[ \u00a0\u202f\u2009]*/
const BY = /^\s*[x×]\s*/iu
const DEGREES =
  /^[ \u00a0\u202f]*(?:[°º]|degrees?\b|deg\b|grados?|degrés?)?[ \u00a0\u202f]*(celsius|fahrenheit|centígrados|[cf])?(?![\p{L}\p{N}])/iu
const SAYS_DEGREES = /[°º]|deg|grados|degrés|celsius|fahrenheit|centígrados/iu
/** Unit forms that are common words in texts: "cut 2 in half", "mix with 2 spoons". */
const TREACHEROUS =
  /^(?:in|t|ts|c|tb|l|can|head|ear|part|parts|count|portions?|servings?|recipe|good|cucharas?|cuill[èe]res?|cuillers?|nuez|noix|noisette|medidas?|mesures?)$/iu

/** Finds all amounts in a text: masses, volumes, lengths, temperatures, and bare numbers as counts. */
export function findMentions(text: string, language: Language | null): Mention[] {
  const mentions: Mention[] = []
  let at = 0
  while (at < text.length) {
    const start = nextNumber(text, at, language)
    if (start === null) break
    const mention = mentionAt(text, start, language)
    if (mention === null) {
      at = start + Math.max(1, /^[\p{L}\p{N}]+/u.exec(text.slice(start, start + LONGEST))?.[0].length ?? 1)
      continue
    }
    mentions.push(mention)
    at = mention.end
  }
  return mentions
}

/** Offset of the next number or number word. */
function nextNumber(text: string, from: number, language: Language | null): number | null {
  for (let at = from; at < text.length; at += 1) {
    const before = text.charAt(at - 1)
    if (NUMBER.test(text.slice(at, at + 1)) || NUMBER.test(text.slice(at, at + 2))) {
      if (text.charAt(at) === '.' || NUMBER.test(text.charAt(at))) {
        if (!/[\p{L}\p{N}.,/⁄]/u.test(before) || (/[.,]/.test(before) && !/\p{N}/u.test(text.charAt(at - 2)))) return at
      }
    } else if (/\p{L}/u.test(text.charAt(at)) && !/[\p{L}\p{N}'’-]/u.test(before)) {
      if (numeralAtStart(text.slice(at, at + LONGEST), language) !== null) return at
    }
  }
  return null
}

function mentionAt(text: string, start: number, language: Language | null): Mention | null {
  const window = text.slice(start, start + LONGEST)
  const word = numeralAtStart(window, language)
  const quantity = word === null ? readQuantity(window, language) : ofWord(word)
  if (quantity === null) return null
  const sides = word === null ? sidesAfter(window, quantity, language) : { sides: [], length: quantity.length }
  const afterNumber = window.slice(sides.length)
  const base = { start, quantity, sides: sides.sides }
  const temperature = word === null ? temperatureAfter(afterNumber, quantity, language) : null
  if (temperature !== null) {
    const end = start + sides.length + temperature.length
    const unitStart = start + sides.length
    return { ...base, kind: 'temperature', unit: null, scale: temperature.scale, unitStart, end, hyphened: false }
  }
  const hyphened = /^[-‐‑]\p{L}/u.test(afterNumber)
  const gap = hyphened ? 1 : (GAP.exec(afterNumber)?.[0].length ?? 0)
  const unitStart = start + sides.length + gap
  const found = unitAtStart(text.slice(unitStart, unitStart + LONGEST), language)
  const form = found === null ? '' : text.slice(unitStart, unitStart + found.length)
  const isUnit =
    found !== null && (!TREACHEROUS.test(form) || isTrusted(form, hyphened, gap, text.charAt(unitStart + form.length)))
  const kind = found === null || !isUnit ? null : (sizeOf(found.unit)?.kind ?? 'count')
  // Only lengths have dimensions: "2 x 400 g" are two items.
  if (found === null || kind === null || (sides.sides.length > 0 && kind !== 'length')) {
    const end = start + quantity.length
    if (/[\p{L}\p{N}%]/u.test(text.charAt(end))) return null
    return { ...base, sides: [], kind: 'count', unit: null, scale: null, unitStart: end, end, hyphened }
  }
  const end = unitStart + found.length
  return { ...base, kind, unit: found.unit, scale: null, unitStart, end, hyphened }
}

/** Accepts an ambiguous form only where no other meaning fits. */
function isTrusted(form: string, hyphened: boolean, gap: number, next: string): boolean {
  if (/^l$/iu.test(form)) return next !== "'" && next !== '’'
  return /^in$/iu.test(form) && (hyphened || gap === 0 || next === '.')
}

function ofWord({ value, length }: { value: string; length: number }): Quantity {
  return { low: new Fraction(value), high: null, lowLength: length, between: '', decimalMark: null, length }
}

/** "9 x 13", "20 × 30 × 5": the further dimensions, and the length of all of them. */
function sidesAfter(text: string, first: Quantity, language: Language | null): { sides: Quantity[]; length: number } {
  const sides: Quantity[] = []
  let { length } = first
  for (;;) {
    const by = BY.exec(text.slice(length))?.[0].length ?? 0
    const side = by === 0 ? null : readQuantity(text.slice(length + by), language)
    if (side === null || sides.length === 2) return { sides, length }
    sides.push(side)
    length += by + side.length
  }
}

/** Detects a temperature after a number. Without a scale, it is accepted only if one scale is plausible. */
function temperatureAfter(
  text: string,
  { low, high }: Quantity,
  language: Language | null,
): { scale: 'C' | 'F'; length: number } | null {
  const found = DEGREES.exec(text)
  if (found === null || found[0].trim() === '') return null
  const value = (high ?? low).valueOf()
  const letter = found[1]?.charAt(0)
  const isSaid = SAYS_DEGREES.test(found[0])
  // "2 C" means cups; "180C" is an oven temperature.
  if (!isSaid && (letter === undefined || letter !== letter.toUpperCase() || value < 40)) return null
  const scale = letter === undefined ? scaleOf(value, language) : /c/iu.test(letter) ? 'C' : 'F'
  return scale === null ? null : { scale, length: found[0].trimEnd().length }
}

function scaleOf(value: number, language: Language | null): 'C' | 'F' | null {
  if (language === 'es' || language === 'fr') return value <= 300 ? 'C' : null
  return value >= 300 ? 'F' : null
}
