import Fraction from 'fraction.js'
import { readQuantity } from '../../../shared/lib/amounts/quantity'
import { numeralAtStart } from '../../../shared/lib/amounts/units'
import type { Language } from '../../../shared/lib/recipe/recipe'

/** A duration found in a text. */
export interface Duration {
  readonly start: number
  readonly end: number
  readonly seconds: number
  /** Upper end of a range, or null. */
  readonly mostSeconds: number | null
}

const SHORTEST_SECONDS = 5
/** Longer durations get no timer. */
const LONGEST_SECONDS = 24 * 3600
const LONGEST_TEXT = 80

const GAP = String.raw`[\s\u00a0\u202f-]*`
const END = String.raw`(?![\p{L}\p{N}])\.?`
const UNITS: readonly (readonly [RegExp, number])[] = [
  [new RegExp(String.raw`^${GAP}(?:hours?|hrs?|h|horas?|heures?)(?!\p{L})\.?`, 'iu'), 3600],
  [new RegExp(`^${GAP}(?:minutes?|mins?|mn|minutos?)${END}`, 'iu'), 60],
  [new RegExp(`^${GAP}(?:seconds?|secs?|s|segundos?|secondes?)${END}`, 'iu'), 1],
]
const AND = /^[\s\u00a0\u202f]*(?:,|and|y|et|&)?[\s\u00a0\u202f]*/iu
const AND_A_HALF = /^\s+(?:and\s+a\s+half|y\s+media|et\s+demie?)(?!\p{L})/iu
/** "1 h 30", "1h05": two digits after hours are minutes. */
const BARE_MINUTES =
  /^[\s\u00a0\u202f]*([0-5]\d)(?![\p{N}\p{L}/]|[.,]\p{N}|[\s\u00a0\u202f]*(?:°|º|[kmc]?[gl](?!\p{L})))/u
/** Durations in words. */
const SPOKEN: readonly (readonly [RegExp, number])[] = [
  [/^(?:half an hour|half-hour|media hora|(?:une )?demi-?heure)(?!\p{L})/iu, 1800],
  [/^(?:(?:a )?quarter of an hour|(?:un )?cuarto de hora|(?:un )?quart d['’]heure)(?!\p{L})/iu, 900],
  [/^(?:three quarters of an hour|tres cuartos de hora|trois quarts d['’]heure)(?!\p{L})/iu, 2700],
  [/^(?:an? hour and a half|(?:una )?hora y media|une heure et demie)(?!\p{L})/iu, 5400],
  [/^(?:an hour|una hora|une heure)(?!\p{L})/iu, 3600],
  [/^(?:a minute|un minuto|une minute)(?!\p{L})/iu, 60],
]
const MAY_BEGIN = /[\p{N}]|\p{L}/u

/** Durations of a text that get a timer. */
export function findDurations(text: string, language: Language | null): Duration[] {
  return allDurations(text, language).filter(({ seconds }) => seconds >= SHORTEST_SECONDS && seconds <= LONGEST_SECONDS)
}

/** Finds durations in a text: "20 min", "1 h 30", "10–12 minutes", "media hora", "une heure et demie". */
export function allDurations(text: string, language: Language | null): Duration[] {
  const found: Duration[] = []
  for (let at = 0; at < text.length; at += 1) {
    const isBeginning =
      MAY_BEGIN.test(text.charAt(at)) && !/[\p{L}\p{N}.,/⁄'’-]/u.test(text.slice(Math.max(0, at - 1), at))
    const duration = isBeginning ? durationAt(text, at, language) : null
    if (duration === null) continue
    found.push(duration)
    at = duration.end - 1
  }
  return found
}

function durationAt(text: string, start: number, language: Language | null): Duration | null {
  const window = text.slice(start, start + LONGEST_TEXT)
  for (const [words, seconds] of SPOKEN) {
    const spoken = words.exec(window)
    if (spoken !== null) return { start, end: start + spoken[0].length, seconds, mostSeconds: null }
  }
  const word = numeralAtStart(window, language)
  const quantity = word === null ? readQuantity(window, language) : null
  const low = word === null ? quantity?.low : new Fraction(word.value)
  const numberLength = word?.length ?? quantity?.length
  if (low === undefined || numberLength === undefined) return null
  const unit = unitAt(window.slice(numberLength))
  if (unit === null) return null
  let length = numberLength + unit.length
  let more = 0
  const rest = window.slice(length)
  const half = AND_A_HALF.exec(rest)
  if (half !== null) {
    more = unit.seconds / 2
    length += half[0].length
  } else if (unit.seconds === 3600) {
    const minutes = minutesAfter(rest, language)
    more = minutes.seconds
    length += minutes.length
  }
  const seconds = (value: Fraction) => Math.round(value.valueOf() * unit.seconds) + more
  const high = quantity?.high ?? null
  // A full stop after a whole word ends the sentence.
  const end = start + length - (/\p{L}{3,}\.$/u.test(window.slice(0, length)) ? 1 : 0)
  return { start, end, seconds: seconds(low), mostSeconds: high === null ? null : seconds(high) }
}

function unitAt(text: string): { seconds: number; length: number } | null {
  for (const [form, seconds] of UNITS) {
    const found = form.exec(text)
    if (found !== null) return { seconds, length: found[0].length }
  }
  return null
}

/** Minutes after whole hours: "and 15 minutes", "30". */
function minutesAfter(text: string, language: Language | null): { seconds: number; length: number } {
  const and = AND.exec(text)?.[0].length ?? 0
  const quantity = readQuantity(text.slice(and), language)
  const unit = quantity === null ? null : unitAt(text.slice(and + quantity.length))
  if (quantity !== null && unit?.seconds === 60) {
    return {
      seconds: Math.round((quantity.high ?? quantity.low).valueOf() * 60),
      length: and + quantity.length + unit.length,
    }
  }
  const bare = BARE_MINUTES.exec(text)
  return bare === null ? { seconds: 0, length: 0 } : { seconds: Number(bare[1]) * 60, length: bare[0].length }
}
