import Fraction from 'fraction.js'
import type { Language } from '../recipe/recipe'
import { asFraction } from './amount-text'
import { readQuantity } from './quantity'

/* The scale of a shown recipe, kept in the address so that links can be shared: `?servings=6` if the recipe has
   servings, otherwise `?x=2`. */

const ONE = new Fraction(1)
/** Bounds of a factor and of a typed number. A factor can be large: from one serving to many, or of a linked recipe. */
const LEAST = new Fraction(1, 100)
const MOST = new Fraction(100_000)
export const MAX_SERVINGS = 999

/** The factor in the address, or 1 if absent or invalid. */
export function factorOf(params: URLSearchParams, servings: number | null): Fraction {
  const wanted = readNumber(params.get('servings'))
  if (wanted !== null && servings !== null && servings > 0) return sensible(wanted.div(servings)) ?? ONE
  const factor = readNumber(params.get('x'))
  return (factor === null ? null : sensible(factor)) ?? ONE
}

export function withServings(params: URLSearchParams, wanted: Fraction, servings: number): URLSearchParams {
  const next = without(params)
  if (!wanted.equals(servings)) next.set('servings', compact(wanted))
  return next
}

export function withFactor(params: URLSearchParams, factor: Fraction): URLSearchParams {
  const next = without(params)
  if (!factor.equals(1)) next.set('x', compact(factor))
  return next
}

/** Parses a typed factor or number of servings: "2", "1,5", "1 ½", "3/4". Null if invalid. */
export function readTyped(text: string, language: Language | null = null): Fraction | null {
  const trimmed = text.trim()
  const read = readQuantity(trimmed, language)
  return read === null || read.high !== null || read.length !== trimmed.length ? null : sensible(read.low)
}

/** The factor that uses up the available amount; null if out of range. */
export function factorFor(has: Fraction, needs: Fraction): Fraction | null {
  return needs.n === 0n ? null : sensible(has.div(needs))
}

/** The factor for display, for example "1 ½". */
export function showFactor(factor: Fraction, mark: '.' | ',' = '.'): string {
  return asFraction(factor, mark)
}

function sensible(value: Fraction): Fraction | null {
  return value.gte(LEAST) && value.lte(MOST) ? value : null
}

function without(params: URLSearchParams): URLSearchParams {
  const next = new URLSearchParams(params)
  next.delete('servings')
  next.delete('x')
  return next
}

/** Accepts short numbers only: an integer, a decimal or a fraction. */
function readNumber(text: string | null): Fraction | null {
  if (text === null || !/^\d{1,6}(?:\.\d{1,6}|\/\d{1,6})?$/.test(text) || /\/0+$/.test(text)) return null
  const value = new Fraction(text)
  return value.n === 0n ? null : value
}

function compact(value: Fraction): string {
  const decimal = String(value.valueOf())
  if (/^\d{1,6}(?:\.\d{1,4})?$/.test(decimal)) return decimal
  const exact = value.toFraction()
  return /^\d{1,6}\/\d{1,6}$/.test(exact) ? exact : value.valueOf().toFixed(4).replace(/0+$/, '')
}
