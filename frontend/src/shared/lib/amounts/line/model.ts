import type Fraction from 'fraction.js'
import { sizeOf, type Unit } from '../units'

/* The amounts of an ingredient line: which numbers it has, and which of them scale. lambdas/recipe/src/amounts.rs has
   the same model; both are tested with lambdas/recipe/vectors/amounts.json. */

/** Reason why a number of a line does not scale. */
export type Kept = 'label' | 'percent' | 'temperature' | 'time' | 'length' | 'size' | 'cut' | 'reference' | 'rate'

/** "unclear": the number may scale or not, so the line is shown as written and marked. */
export type Role = 'scales' | 'unclear' | Kept

/** A place in the line; empty if start and end are equal. */
export interface Place {
  readonly start: number
  readonly end: number
}

export interface End extends Place {
  readonly value: Fraction
}

/** A number or range with its unit. */
export interface LineAmount {
  /** The number, or both ends of a range; empty if the number is invalid. */
  readonly ends: readonly End[]
  readonly unit: Unit | null
  /** Value of a group such as "dozen". */
  readonly group: number | null
  /** Place of the unit or group. */
  readonly unitPlace: Place
  /** Rest of the number after the unit: "500" in "1 kg 500". */
  readonly tail: Place
  /** Whether a hyphen joins number and unit: "14-ounce". */
  readonly hyphened: boolean
  readonly role: Role
  /** Whether it adds to the previous amount: "2 lb 4 oz". */
  readonly adds: boolean
  /** Whether it is a count of one that the text omits: "14-ounce can". */
  readonly implied: boolean
  readonly decimalMark: '.' | ',' | null
  /** First token, and the token after the amount. */
  readonly first: number
  readonly next: number
}

export const NOWHERE: Place = { start: 0, end: 0 }

export function bare(first: number, next: number, ends: readonly End[]): LineAmount {
  return {
    ends,
    unit: null,
    group: null,
    unitPlace: NOWHERE,
    tail: NOWHERE,
    hyphened: false,
    role: 'scales',
    adds: false,
    implied: false,
    decimalMark: null,
    first,
    next,
  }
}

export const isEmpty = ({ start, end }: Place): boolean => start === end
export const isBare = ({ unitPlace }: LineAmount): boolean => isEmpty(unitPlace)

export function isMeasured(unit: Unit | null): boolean {
  const kind = unit === null ? null : sizeOf(unit)?.kind
  return kind === 'mass' || kind === 'volume'
}

export const isLength = (unit: Unit | null): boolean => unit !== null && sizeOf(unit)?.kind === 'length'

/** Whether things are counted, not weighed or measured. A stick of butter is a measure. */
export const isCount = ({ unit }: LineAmount): boolean => unit === null || (sizeOf(unit) === null && unit !== 'stick')

export const isOne = ({ group, ends }: LineAmount): boolean =>
  group === null && ends.length === 1 && ends[0]?.value.equals(1) === true
