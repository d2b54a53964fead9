import Fraction from 'fraction.js'
import { convert, inSystem } from '../../../shared/lib/amounts/convert'
import { readQuantity } from '../../../shared/lib/amounts/quantity'
import { stemsOf } from '../../../shared/lib/amounts/stems'
import {
  agreeing,
  numeralAtStart,
  sizeOf,
  systemOf,
  type Unit,
  type UnitSystem,
  unitOf,
} from '../../../shared/lib/amounts/units'
import { writeAmount, writeScaled } from '../../../shared/lib/amounts/write-amount'
import type { Ingredient, Language } from '../../../shared/lib/recipe/recipe'

/** How much of something to buy: one number or a range. */
export interface Part {
  readonly low: Fraction
  /** Null when it is one number. */
  readonly high: Fraction | null
  /** Null for what is counted, and for a unit that no lexicon knows. */
  readonly unit: Unit | null
  /** The unit as its line writes it; empty for what is counted, and for a unit that the app writes its own way. */
  readonly form: string
  /** Of the line. */
  readonly language: Language | null
}

/** Finer than this nobody buys, and sums of many odd fractions would grow without end. */
const FINEST = 10_000
const ONE = new Fraction(1)

/**
 * What a line asks for, times a factor, by the parts that the server has told apart. Null when it says no number, as
 * "salt" and "a little oil" do.
 */
export function partOf(
  { quantity, unit }: Pick<Ingredient, 'quantity' | 'unit'>,
  factor: Fraction,
  language: Language | null,
): Part | null {
  const text = quantity.trim()
  const read = readQuantity(text, language)
  const form = unit.trim()
  const known = { unit: form === '' ? null : unitOf(form, language), form, language }
  if (read !== null && read.length === text.length) {
    const high = read.high === null || read.high.lte(read.low) ? null : read.high.mul(factor)
    return { ...known, low: read.low.mul(factor), high }
  }
  const word = numeralAtStart(text, language)
  if (word === null || word.length !== text.length) return null
  return { ...known, low: new Fraction(word.value).mul(factor), high: null }
}

/**
 * Adds what can be added: weights to weights, volumes to volumes, cloves to cloves. What cannot stands side by side, in
 * the order in which it came.
 *
 * @param density grams per millilitre of the food, where that is sure; then volumes are added to weights.
 * @param system to write the sums in; null keeps a unit that all share, and else follows the first that has a system.
 */
export function added(parts: readonly Part[], density: number | null, system: UnitSystem | null): Part[] {
  const weighs = parts.some(({ unit }) => kindOf(unit) === 'mass')
  const groups = new Map<string, Part[]>()
  for (const part of parts) {
    const kind = kindOf(part.unit)
    const key =
      kind === 'volume' && weighs && density !== null
        ? 'mass'
        : (kind ?? `=${part.unit ?? stemsOf(part.form).join(' ')}`)
    groups.set(key, [...(groups.get(key) ?? []), part])
  }
  return Array.from(groups.values(), (group) => sumOf(group, density, system))
}

function sumOf(parts: readonly Part[], density: number | null, system: UnitSystem | null): Part {
  const [first] = parts
  if (first === undefined) throw new Error('there is nothing to add')
  const kind = kindOf(first.unit)
  if (kind === null || parts.every(({ unit }) => unit === first.unit)) {
    const high = parts.some((part) => part.high !== null) ? total(parts.map((part) => part.high ?? part.low)) : null
    return inWanted({ ...first, low: total(parts.map(({ low }) => low)), high }, density, system)
  }
  const asked = parts.some(({ unit }) => kindOf(unit) === 'mass') ? 'mass' : kind
  const base = (end: (part: Part) => Fraction) =>
    parts.reduce((sum, part) => sum + end(part).valueOf() * baseSize(part.unit, asked, density), 0)
  const ends = { low: base(({ low }) => low), high: base(({ low, high }) => high ?? low) }
  const own = parts.map(({ unit }) => (unit === null ? null : systemOf(unit))).find((each) => each !== null)
  return { ...inSystem(asked, ends, system ?? own ?? 'us'), form: '', language: first.language }
}

/** Grams or millilitres of one of a unit. */
function baseSize(unit: Unit | null, asked: 'mass' | 'volume', density: number | null): number {
  const size = unit === null ? null : sizeOf(unit)
  if (size === null) return 0
  return asked === 'mass' && size.kind === 'volume' ? size.size * (density ?? 1) : size.size
}

function inWanted(part: Part, density: number | null, system: UnitSystem | null): Part {
  if (system === null || part.unit === null) return part
  const amount = convert({ low: part.low, high: part.high, unit: part.unit }, system, density)
  return amount === null ? part : { ...amount, form: '', language: part.language }
}

/** A part in the words of its line's language: "200 g", "3 cloves", "2–3". */
export function writePart({ low, high, unit, form, language }: Part): string {
  if (form === '' && unit !== null) return writeAmount({ low, high, unit }, language)
  const quantity = { low, high, between: '–', decimalMark: null, length: 0 }
  const number = writeScaled(quantity, ONE, unit, language)
  return form === '' ? number : `${number}\u00a0${agreeing(form, (high ?? low).valueOf(), language)}`
}

function kindOf(unit: Unit | null): 'mass' | 'volume' | null {
  const kind = unit === null ? undefined : sizeOf(unit)?.kind
  return kind === undefined || kind === 'length' ? null : kind
}

function total(values: readonly Fraction[]): Fraction {
  const sum = values.reduce((all, value) => all.add(value), new Fraction(0))
  return sum.d > BigInt(FINEST) ? new Fraction(Math.round(sum.valueOf() * FINEST), FINEST) : sum
}
