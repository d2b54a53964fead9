import type Fraction from 'fraction.js'
import type { Language } from '../../recipe/recipe'
import { agreeing } from '../units'
import { bare, isBare, isEmpty, type LineAmount, type Place } from './model'
import { findNumbers } from './numbers'
import { withRoles } from './roles'
import { Line } from './tokens'

const LONGEST_LINE = 4000

/** All amounts of a line, in order. */
export function amountsOf(text: string, language: Language | null): LineAmount[] {
  if (text.length > LONGEST_LINE) return [{ ...bare(0, 0, []), role: 'unclear' }]
  const line = new Line(text, language)
  return withRoles(line, findNumbers(line))
}

/** Whether each number of the line scales, or stays for a reason. Otherwise the line is shown as written and marked. */
export const isCertain = (amounts: readonly LineAmount[]): boolean => amounts.every(({ role }) => role !== 'unclear')

/** A replacement of a range of the source text. */
export interface Change {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** Place of an amount: its numbers and its unit. */
export const placeOf = ({ ends, unitPlace, tail }: LineAmount): Place => ({
  start: ends[0]?.start ?? 0,
  end: Math.max(ends.at(-1)?.end ?? 0, unitPlace.end, tail.end),
})

/** Applies changes to a part of a text. */
export function applied(text: string, { start, end }: Place, changes: readonly Change[]): string {
  let [changed, at] = ['', start]
  for (const change of changes) {
    changed += text.slice(at, change.start) + change.text
    at = change.end
  }
  return changed + text.slice(at, end)
}

/** The changes of one scaled amount: its numbers, its unit, and the rest of the number after the unit. */
export function scaledAmount(
  text: string,
  amount: LineAmount,
  factor: Fraction,
  language: Language | null,
  write: (value: Fraction) => string,
): Change[] {
  const numbers = amount.ends.map(({ start, end, value }) => {
    const number = write(value.mul(factor))
    const needsGap = /^\p{L}/u.test(text.slice(end)) && !/[\p{N}]$/u.test(text.slice(start, end))
    const gap = start === end || needsGap ? ' ' : ''
    if (amount.implied) return { start, end, text: factor.equals(1) ? '' : `${number} x ` }
    // "le jus d'un citron": before digits, "d'" is "de".
    const elided = /(?<!\p{L})d['’]$/iu.test(text.slice(Math.max(0, start - 3), start))
    return elided
      ? { start: start - 2, end, text: `${text.charAt(start - 2)}e ${number}${gap}` }
      : { start, end, text: number + gap }
  })
  const unit =
    isBare(amount) || amount.hyphened ? [] : [{ ...amount.unitPlace, text: scaledUnit(text, amount, factor, language) }]
  return [...numbers, ...unit, ...(isEmpty(amount.tail) ? [] : [{ ...amount.tail, text: '' }])]
}

function scaledUnit(text: string, amount: LineAmount, factor: Fraction, language: Language | null): string {
  const form = text.slice(amount.unitPlace.start, amount.unitPlace.end)
  const most = Math.max(...amount.ends.map(({ value }) => value.mul(factor).valueOf()))
  if (amount.group === null) return agreeing(form, most, language)
  // "douzaine" for 2 is "douzaines"; the English "dozen" does not change.
  if (language !== 'es' && language !== 'fr') return form
  const one = form.replace(/s$/, '')
  return (language === 'fr' ? most >= 2 : most > 1) ? `${one}s` : one
}
