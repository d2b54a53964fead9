import Fraction from 'fraction.js'
import type { Language } from '../recipe/recipe'

/* Parses numbers and ranges in recipes. Same grammar as lambdas/recipe/src/quantity.rs;
   lambdas/recipe/vectors/scaling.json describes the rules. */

const GLYPHS: ReadonlyMap<string, readonly [number, number]> = new Map(
  Object.entries({
    '½': [1, 2],
    '⅓': [1, 3],
    '⅔': [2, 3],
    '¼': [1, 4],
    '¾': [3, 4],
    '⅕': [1, 5],
    '⅖': [2, 5],
    '⅗': [3, 5],
    '⅘': [4, 5],
    '⅙': [1, 6],
    '⅚': [5, 6],
    '⅐': [1, 7],
    '⅛': [1, 8],
    '⅜': [3, 8],
    '⅝': [5, 8],
    '⅞': [7, 8],
    '⅑': [1, 9],
    '⅒': [1, 10],
    '↉': [0, 3],
  } as const),
)
const GLYPH = `[${[...GLYPHS.keys()].join('')}]`
const SLASH = String.raw`\s*[/⁄∕]\s*`
const AND = String.raw`(?:and|&|et|y)\s`

const ALONE = new RegExp(`^(${GLYPH})`, 'u')
const BARE_DECIMAL = /^\.(\d+)/
const FRACTION = new RegExp(String.raw`^(\d+)${SLASH}(\d+)`, 'u')
/** A mixed number without its space: "11/2" is one and a half, because eleven halves is not a kitchen measure. */
const GLUED_FRACTION = /^([1-9]\d?)(?:([12])[/⁄∕](3)|(1)[/⁄∕](2)|([13])[/⁄∕](4)|([1357])[/⁄∕](8))(?!\d)/u
const MIXED_GLYPH = new RegExp(String.raw`^(\d+)(?:\s*|\s+${AND})(${GLYPH})`, 'u')
const MIXED_FRACTION = new RegExp(String.raw`^(\d+)\s+(?:${AND})?(\d+)${SLASH}(\d+)`, 'u')
const WHOLE = /^\d+/
const DECIMAL = /^(\d+)([.,])(\d+)/
const THOUSANDS = /^([1-9]\d{0,2})([., \u00a0\u202f])(\d{3})(?!\d)/
/** Separator of a range: a dash, a word, or both ("2- to 3"). */
const BETWEEN = /^(?:\s*[-‐-—−~]\s*(?:(?:to|or|a|o|u|à|ou)\s+)?|\s+(?:to|or|a|o|u|à|ou)\s+)/iu

const MAX_DIGITS = 9

/** A number or range at the start of a text. */
export interface Quantity {
  readonly low: Fraction
  /** Upper end of a range; null for a single number. */
  readonly high: Fraction | null
  /** Length of the number, or of the low end of a range. */
  readonly lowLength: number
  /** Text between the two ends. */
  readonly between: string
  /** Decimal separator used; null if there is none. */
  readonly decimalMark: '.' | ',' | null
  readonly length: number
}

/** "200/250" is a range: a fraction would be in lowest terms. */
const SLASH_RANGE = new RegExp(String.raw`^(\d{1,9})(${SLASH})(\d{1,9})(?!\d)`, 'u')
const MIN_REDUCIBLE = 5n
/** A mixed number with a hyphen: "1-1/2" is one and a half. */
const HYPHENED_MIXED = new RegExp(String.raw`^(\d+)[-‐‑](?:(${GLYPH})|(\d+)${SLASH}(\d+))`, 'u')

/** Parses the quantity at the start of a text; null if there is none or it is invalid. */
export function readQuantity(text: string, language: Language | null): Quantity | null {
  const range = slashRange(text)
  if (range !== null) return range
  const low = hyphenedMixed(text) ?? readNumber(text, language)
  if (low === null) return null
  const between = BETWEEN.exec(text.slice(low.length))?.[0] ?? ''
  const high = between === '' ? null : readNumber(text.slice(low.length + between.length), language)
  const length = low.length + (high === null ? 0 : between.length + high.length)
  const decimalMark = low.decimalMark ?? high?.decimalMark ?? null
  // Written with fractions, "1-.5" would read as one and a half.
  if (/^[-‐‑]$/.test(between) && high?.value.lt(1) && high.value.lt(low.value)) return null
  return high === null
    ? { low: low.value, high: null, lowLength: low.length, between: '', decimalMark, length: low.length }
    : { low: low.value, high: high.value, lowLength: low.length, between, decimalMark, length }
}

function slashRange(text: string): Quantity | null {
  const [all = '', first = '', between = '', second = ''] = SLASH_RANGE.exec(text) ?? []
  if (all === '') return null
  const [low, high] = [new Fraction(BigInt(first)), new Fraction(BigInt(second))]
  if (low.n < MIN_REDUCIBLE || low.gte(high) || low.div(high).d === high.n) return null
  return { low, high, lowLength: first.length, between, decimalMark: null, length: all.length }
}

function hyphenedMixed(text: string): Read | null {
  const found = HYPHENED_MIXED.exec(text)
  if (found === null) return null
  const [, first, glyph, numerator, denominator] = found
  const share = glyph === undefined ? fraction(numerator, denominator) : ofGlyph(glyph)
  const low = whole(first)
  if (share === null || low === null || low.n === 0n || share.n === 0n || share.gte(1)) return null
  return read(found, low.add(share))
}

interface Read {
  readonly value: Fraction
  readonly decimalMark: '.' | ',' | null
  readonly length: number
}

/** Parses the number at the start of a text; null also for division by zero or too many digits. */
function readNumber(text: string, language: Language | null): Read | null {
  let found = ALONE.exec(text)
  if (found !== null) return read(found, ofGlyph(found[1]))
  found = BARE_DECIMAL.exec(text)
  if (found !== null) return read(found, decimal('0', found[1]), '.')
  found = GLUED_FRACTION.exec(text)
  if (found !== null) {
    const [upper, lower] = found.slice(2).filter((part) => part !== undefined)
    return read(found, sum(whole(found[1]), fraction(upper, lower)))
  }
  found = FRACTION.exec(text)
  if (found !== null) return read(found, fraction(found[1], found[2]))
  found = MIXED_GLYPH.exec(text)
  if (found !== null) return read(found, sum(whole(found[1]), ofGlyph(found[2])))
  found = MIXED_FRACTION.exec(text)
  if (found !== null) return read(found, sum(whole(found[1]), fraction(found[2], found[3])))
  const romance = language === 'es' || language === 'fr'
  found = THOUSANDS.exec(text)
  if (found !== null && (romance ? found[2] !== ',' : found[2] === ',')) {
    return read(found, whole(`${found[1]}${found[3]}`))
  }
  found = DECIMAL.exec(text)
  if (found !== null) return read(found, decimal(found[1], found[3]), found[2] === ',' ? ',' : '.')
  found = WHOLE.exec(text)
  return found === null ? null : read(found, whole(found[0]))
}

function read(found: RegExpExecArray, value: Fraction | null, decimalMark: Read['decimalMark'] = null): Read | null {
  return value === null ? null : { value, decimalMark, length: found[0].length }
}

function whole(digits = ''): Fraction | null {
  return digits.length > MAX_DIGITS ? null : new Fraction(BigInt(digits))
}

function decimal(digits = '', decimals = ''): Fraction | null {
  if (digits.length > MAX_DIGITS || decimals.length > MAX_DIGITS) return null
  return new Fraction(BigInt(digits + decimals), 10n ** BigInt(decimals.length))
}

function fraction(numerator = '', denominator = ''): Fraction | null {
  const [upper, lower] = [whole(numerator), whole(denominator)]
  return upper === null || lower === null || lower.n === 0n ? null : upper.div(lower)
}

function sum(a: Fraction | null, b: Fraction | null): Fraction | null {
  return a === null || b === null ? null : a.add(b)
}

function ofGlyph(glyph = ''): Fraction | null {
  const pair = GLYPHS.get(glyph)
  return pair === undefined ? null : new Fraction(...pair)
}
