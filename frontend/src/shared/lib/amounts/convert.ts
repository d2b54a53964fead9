import Fraction from 'fraction.js'
import { sizeOf, systemOf, type Unit, type UnitSystem } from './units'

/* Converts amounts between unit systems, for display only, rounded to measurable values: 5 g, 10 ml, a quarter cup.
   Spoons and pinches are common to all systems and are not converted. */

/** An amount, or a range if `high` is set. */
export interface Amount {
  readonly low: Fraction
  readonly high: Fraction | null
  readonly unit: Unit
}

/** A unit used for amounts below `below` grams, millilitres or millimetres. */
interface Rung {
  readonly below: number
  readonly unit: Unit
  /** Rounding step, in this unit. */
  readonly step: number
}

type Kind = 'mass' | 'volume' | 'length'
type Ladder = readonly Rung[]

const LADDERS: Readonly<Record<UnitSystem, Readonly<Record<Kind, Ladder>>>> = {
  metric: {
    mass: [
      { below: 5, unit: 'gram', step: 0.5 },
      { below: 25, unit: 'gram', step: 1 },
      { below: 247.5, unit: 'gram', step: 5 },
      { below: 495, unit: 'gram', step: 10 },
      { below: 990, unit: 'gram', step: 25 },
      { below: Number.POSITIVE_INFINITY, unit: 'kilogram', step: 0.05 },
    ],
    volume: [
      { below: 20, unit: 'millilitre', step: 1 },
      { below: 97.5, unit: 'millilitre', step: 5 },
      { below: 250, unit: 'millilitre', step: 10 },
      { below: 990, unit: 'millilitre', step: 25 },
      { below: Number.POSITIVE_INFINITY, unit: 'litre', step: 0.05 },
    ],
    length: [
      { below: 5, unit: 'millimetre', step: 1 },
      { below: 70, unit: 'centimetre', step: 0.5 },
      { below: Number.POSITIVE_INFINITY, unit: 'centimetre', step: 1 },
    ],
  },
  us: {
    mass: [
      { below: 113, unit: 'ounce', step: 1 / 4 },
      { below: 446, unit: 'ounce', step: 1 / 2 },
      { below: 4536, unit: 'pound', step: 1 / 4 },
      { below: Number.POSITIVE_INFINITY, unit: 'pound', step: 1 / 2 },
    ],
    volume: [
      { below: 2, unit: 'teaspoon', step: 1 / 8 },
      { below: 12.5, unit: 'teaspoon', step: 1 / 4 },
      { below: 55, unit: 'tablespoon', step: 1 / 2 },
      { below: 1420, unit: 'cup', step: 1 / 12 },
      { below: Number.POSITIVE_INFINITY, unit: 'quart', step: 1 / 4 },
    ],
    length: [
      { below: 6, unit: 'inch', step: 1 / 8 },
      { below: 100, unit: 'inch', step: 1 / 4 },
      { below: 300, unit: 'inch', step: 1 / 2 },
      { below: Number.POSITIVE_INFINITY, unit: 'inch', step: 1 },
    ],
  },
}

/** Measuring cups come in quarters and thirds; other twelfths are skipped. */
const CUP_PARTS = [0, 1 / 4, 1 / 3, 1 / 2, 2 / 3, 3 / 4, 1] as const
/** Largest relative error of a cup measure up to one cup; above it, use spoons. */
const CUP_TOLERANCE = 0.06
/** Largest relative rounding error of the low end of a range; above it, use a smaller unit. */
const LOW_END_TOLERANCE = 0.13

/**
 * Converts an amount to the other system. Null if not needed or not possible: already in that system, in neither, or
 * counted.
 * @param density grams per millilitre of the food, if known; allows converting between cups and grams.
 */
export function convert(amount: Amount, to: UnitSystem, density: number | null): Amount | null {
  const from = systemOf(amount.unit)
  const size = sizeOf(amount.unit)
  if (size === null || from === null || from === to) return null
  const base = { low: amount.low.valueOf() * size.size, high: (amount.high ?? amount.low).valueOf() * size.size }
  if (!(base.low > 0) || !Number.isFinite(base.high)) return null
  if (size.kind === 'volume' && to === 'metric' && density !== null) return written(base, density, LADDERS.metric.mass)
  // Large amounts are weighed everywhere.
  if (size.kind === 'mass' && to === 'us' && density !== null && base.high / density < 1420) {
    return written(base, 1 / density, LADDERS.us.volume)
  }
  return written(base, 1, LADDERS[to][size.kind])
}

/** Writes a sum in base units (grams, millilitres or millimetres) in units of a system. */
export function inSystem(kind: Kind, base: { low: number; high: number }, system: UnitSystem): Amount {
  return written(base, 1, LADDERS[system][kind])
}

function written(base: { low: number; high: number }, times: number, ladder: Ladder): Amount {
  const [low, high] = [base.low * times, base.high * times]
  const rung = rungFor(low, high, ladder)
  const ends = [low, high].map((value) => rounded(value, rung))
  const [first = new Fraction(0), last = first] = ends
  return { low: first, high: last.equals(first) ? null : last, unit: rung.unit }
}

/** Largest unit in which both ends of the range are accurate; "1–4 tbsp" must not start with "¼ cup". */
function rungFor(low: number, high: number, ladder: Ladder): Rung {
  const found = ladder.findIndex(({ below }) => high < below)
  const rungs = ladder.slice(0, found === -1 ? ladder.length : found + 1).toReversed()
  const telling = rungs.filter(
    (rung) => rung.unit !== 'cup' || high > sizeInBase('cup') || isNear(high, rung, CUP_TOLERANCE),
  )
  const [coarsest] = telling
  if (coarsest === undefined) throw new Error('a ladder has no rung')
  if (low === high) return coarsest
  return telling.find((rung) => isNear(low, rung, LOW_END_TOLERANCE)) ?? coarsest
}

const isNear = (value: number, rung: Rung, tolerance: number): boolean =>
  Math.abs(rounded(value, rung).valueOf() * sizeInBase(rung.unit) - value) <= value * tolerance

function rounded(value: number, { unit, step }: Rung): Fraction {
  const count = value / sizeInBase(unit)
  if (unit === 'cup') return fractionOf(Math.max(nearestCup(count), 1 / 4), 12)
  // Never round to zero.
  const steps = Math.max(1, Math.round(count / step))
  return step < 1 && Number.isInteger(1 / step) ? new Fraction(steps, 1 / step) : fractionOf(steps * step, 100)
}

const sizeInBase = (unit: Unit): number => sizeOf(unit)?.size ?? 1

function nearestCup(cups: number): number {
  const whole = Math.floor(cups)
  const rest = cups - whole
  const part = CUP_PARTS.reduce((best, next) => (Math.abs(next - rest) < Math.abs(best - rest) ? next : best))
  return whole + part
}

const fractionOf = (value: number, parts: number): Fraction => new Fraction(Math.round(value * parts), parts)

/** Rounds oven temperatures to multiples of 10 °C or 25 °F, and others to whole degrees. */
export function convertTemperature(degrees: Fraction, from: 'C' | 'F'): Fraction {
  const value = degrees.valueOf()
  if (from === 'C') {
    const exact = (value * 9) / 5 + 32
    const isOven = value >= 120 && value % 10 === 0
    return new Fraction(isOven ? Math.round(exact / 25) * 25 : Math.round(exact))
  }
  const exact = ((value - 32) * 5) / 9
  const isOven = value >= 250 && value % 25 === 0
  return new Fraction(isOven ? Math.round(exact / 10) * 10 : Math.round(exact))
}
