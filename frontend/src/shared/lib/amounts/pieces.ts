import Fraction from 'fraction.js'
import type { Language } from '../recipe/recipe'
import { convert, convertTemperature } from './convert'
import { densityAtStart } from './densities'
import type { Change } from './line/amounts'
import type { Mention } from './mentions'
import { agreeing, systemOf, type UnitSystem } from './units'
import { writeAmount, writeScaled } from './write-amount'

/** How amounts are shown: scale factor and unit system. */
export interface View {
  readonly factor: Fraction
  /** Unit system of measured amounts; null keeps the source's units. */
  readonly system: UnitSystem | null
}

/** Without scaling and conversion. */
export const AS_WRITTEN: View = { factor: new Fraction(1), system: null }

export const isAsWritten = ({ factor, system }: View): boolean => system === null && factor.equals(1)

export interface Piece {
  /** Offset in the source text. */
  readonly start: number
  readonly text: string
  /** The replaced source text; null if unchanged. */
  readonly original: string | null
}

/** Applies replacements to a text. They must be sorted; overlapping ones are skipped. */
export function piecesOf(text: string, changes: readonly Change[]): Piece[] {
  const pieces: Piece[] = []
  let at = 0
  for (const { start, end, text: changed } of changes) {
    const original = text.slice(start, end)
    if (changed === original || start < at) continue
    if (start > at) pieces.push({ start: at, text: text.slice(at, start), original: null })
    pieces.push({ start, text: changed, original })
    at = end
  }
  if (at < text.length) pieces.push({ start: at, text: text.slice(at), original: null })
  return pieces
}

/**
 * The pieces of a range of the source text. A replacement that crosses the border belongs to the range of its start.
 */
export function piecesWithin(pieces: readonly Piece[], start: number, end: number): Piece[] {
  return pieces.flatMap((piece) => {
    const length = (piece.original ?? piece.text).length
    if (piece.original !== null) return piece.start >= start && piece.start < end ? [piece] : []
    const from = Math.max(piece.start, start)
    const to = Math.min(piece.start + length, end)
    return from < to
      ? [{ start: from, text: piece.text.slice(from - piece.start, to - piece.start), original: null }]
      : []
  })
}

export interface Treatment {
  readonly scales: boolean
  readonly converts: boolean
  /** Grams per millilitre of the food, if known. */
  readonly density: number | null
}

/** The scaled or converted mention; null if unchanged. */
export function rewrite(
  text: string,
  mention: Mention,
  treatment: Treatment,
  view: View,
  language: Language | null,
): Change | null {
  const { start, end } = mention
  const converted = convertedMention(text, mention, treatment, view, language)
  if (converted !== null) return converted
  const factor = treatment.scales ? view.factor : new Fraction(1)
  if (factor.equals(1)) return null
  const numbers = writeScaled(mention.quantity, factor, mention.unit, language)
  const most = (mention.quantity.high ?? mention.quantity.low).mul(factor).valueOf()
  const gap = text.slice(start + mention.quantity.length, mention.unitStart)
  const unit = text.slice(mention.unitStart, end)
  return {
    start,
    end,
    text: `${numbers}${gap}${unit === '' || mention.hyphened ? unit : agreeing(unit, most, language)}`,
  }
}

/** The mention in the view's system; null if it has no other form there. */
export function convertedMention(
  text: string,
  mention: Mention,
  treatment: Treatment,
  view: View,
  language: Language | null,
): Change | null {
  const { start, end } = mention
  const factor = treatment.scales ? view.factor : new Fraction(1)
  const converted =
    treatment.converts && view.system !== null ? inSystem(mention, factor, view.system, treatment, language) : null
  // The full stop of an abbreviation goes with it: "2 oz."
  const stop = /^\.(?=\s+\p{Ll})/u.exec(text.slice(end))?.[0].length ?? 0
  return converted === null ? null : { start, end: end + stop, text: converted }
}

function inSystem(
  { kind, quantity, sides, unit, scale }: Mention,
  factor: Fraction,
  system: UnitSystem,
  { density }: Treatment,
  language: Language | null,
): string | null {
  if (kind === 'temperature') {
    if (scale === null || scale === (system === 'metric' ? 'C' : 'F')) return null
    const write = (degrees: Fraction) => convertTemperature(degrees, scale).toFraction()
    const numbers = quantity.high === null ? write(quantity.low) : `${write(quantity.low)}–${write(quantity.high)}`
    return `${numbers}\u00a0°${system === 'metric' ? 'C' : 'F'}`
  }
  if (unit === null) return null
  const amount = { low: quantity.low.mul(factor), high: quantity.high?.mul(factor) ?? null, unit }
  if (sides.length === 0) {
    const converted = convert(amount, system, density)
    return converted === null ? null : writeAmount(converted, language)
  }
  // Write all dimensions in the same unit if possible.
  const lengths = [quantity, ...sides].map(({ low, high }) => high ?? low)
  const written = lengths.map((length) => convert({ low: length, high: null, unit }, system, null))
  return written.every((side) => side !== null) ? written.map((side) => writeAmount(side, language)).join(' × ') : null
}

/** Text between the same amount in two systems: "1 cup (240 ml)", "8 oz/225 g". */
const BETWEEN_PAIRS = /^\s*(?:[(/,–=\-[|]|or|o|ou)?\s*(?:about|approx\.?|aprox\.?|unos|unas|environ|env\.?|≈|~)?\s*$/iu

/** Mentions that the source gives in both systems; they need no conversion. */
export function duplicateMentions(text: string, mentions: readonly Mention[], system: UnitSystem | null): Set<Mention> {
  const duplicates = new Set<Mention>()
  mentions.forEach((mention, index) => {
    const next = mentions[index + 1]
    if (system === null || next === undefined || !BETWEEN_PAIRS.test(text.slice(mention.end, next.start))) return
    if (isIn(mention, system) !== isIn(next, system) && isMeasured(mention) && isMeasured(next)) {
      duplicates.add(mention)
      duplicates.add(next)
    }
  })
  return duplicates
}

const isMeasured = ({ kind }: Mention): boolean => kind !== 'count'

function isIn({ unit, scale }: Mention, system: UnitSystem): boolean {
  if (scale !== null) return scale === (system === 'metric' ? 'C' : 'F')
  return unit !== null && systemOf(unit) === system
}

export const densityAfter = (text: string, { end }: Mention): number | null => densityAtStart(text.slice(end, end + 60))
