import Fraction from 'fraction.js'
import { convert, inSystem } from '../../../shared/lib/amounts/convert'
import { amountsOf, isCertain } from '../../../shared/lib/amounts/line/amounts'
import type { LineAmount } from '../../../shared/lib/amounts/line/model'
import { textOf } from '../../../shared/lib/amounts/line-amounts'
import { stemsOf } from '../../../shared/lib/amounts/stems'
import { agreeing, sizeOf, systemOf, type Unit, type UnitSystem, unitOf } from '../../../shared/lib/amounts/units'
import { writeAmount, writeScaled } from '../../../shared/lib/amounts/write-amount'
import type { Ingredient, Language } from '../../../shared/lib/recipe/recipe'

/** An amount to buy: a number or a range. */
export interface Part {
  readonly low: Fraction
  /** Upper end of a range; null for a single number. */
  readonly high: Fraction | null
  /** Null for counted things and unknown units. */
  readonly unit: Unit | null
  /** The unit as written in the line; empty for counted things and units in the app's own notation. */
  readonly form: string
  /** Language of the line. */
  readonly language: Language | null
}

/** Rounds to 1/10,000, because exact sums of fractions would grow without limit. */
const FINEST = 10_000
const ONE = new Fraction(1)

/** The scaled amounts of a line, several for a sum: "1 cup plus 2 tablespoons". None without a clear number. */
export function partsOf(
  line: Pick<Ingredient, 'quantity' | 'unit' | 'name' | 'note' | 'text'>,
  factor: Fraction,
  language: Language | null,
): { parts: Part[]; isUnscaled: boolean } {
  const text = textOf(line, language)
  const amounts = amountsOf(text, language)
  if (!isCertain(amounts) && !factor.equals(1)) return { parts: [], isUnscaled: true }
  const scaling = amounts.filter(({ role }) => role === 'scales')
  const others = scaling.findIndex(({ adds }, index) => index > 0 && !adds)
  const sum = scaling.slice(0, others === -1 ? undefined : others)
  return { parts: sum.flatMap((amount) => partOf(text, amount, line.unit.trim(), factor, language)), isUnscaled: false }
}

function partOf(
  text: string,
  { ends, group, unit, unitPlace }: LineAmount,
  ownUnit: string,
  factor: Fraction,
  language: Language | null,
): Part[] {
  const [first, last = first] = ends
  if (first === undefined || last === undefined) return []
  // "1 (400 g) tin": the unit stands apart from its number.
  const form = group !== null ? '' : unit === null ? ownUnit : text.slice(unitPlace.start, unitPlace.end)
  const many = factor.mul(group ?? 1)
  const high = last.value.lte(first.value) ? null : last.value.mul(many)
  return [{ unit: form === '' ? null : unitOf(form, language), form, language, low: first.value.mul(many), high }]
}

/**
 * Sums amounts of the same kind (mass, volume, or the same counted unit); the rest are kept apart in input order.
 * @param density g/ml of the food if known; then volumes are added to masses
 * @param system unit system of the sums; null keeps a common unit, or else follows the first part with a system
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

/** Size of a unit in grams or millilitres. */
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

/** Formats a part in its line's language: "200 g", "3 cloves", "2–3". */
export function writePart({ low, high, unit, form, language }: Part): string {
  if (form === '' && unit !== null) return writeAmount({ low, high, unit }, language)
  const quantity = { low, high, lowLength: 0, between: '–', decimalMark: null, length: 0 }
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
