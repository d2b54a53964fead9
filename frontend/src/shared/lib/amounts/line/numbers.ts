import Fraction from 'fraction.js'
import type { Language } from '../../recipe/recipe'
import type { Unit } from '../units'
import { bare, type End, isMeasured, type Kept, type LineAmount, type Role } from './model'
import type { Line, Token } from './tokens'
import type { Sense } from './words'

/* Finds the numbers of a line with their units: digits, words, ranges, parts and groups. */

const ONE = new Fraction(1)
const MIN_DEGREES = 40
/** Senses of words before the first amount: "about", "juice of". */
const OPENING: readonly Sense[] = ['roughly', 'definite', 'fruitPart', 'and', 'link', 'between']
const ORDINAL = /^(?:th|rd|st|nd)$/
const FRACTION_SIGN = /[/⁄∕½¼¾⅓⅔⅛]/u

/** All numbers of the line, in order. Roles are final only if the number alone decides. */
export function findNumbers(line: Line): LineAmount[] {
  const found: LineAmount[] = []
  let at = 0
  while (at < line.tokens.length) {
    const reader = new Reader(line, found.at(-1) ?? null)
    const amount = reader.digits(at) ?? reader.words(at)
    at = Math.max(amount?.next ?? 0, at + 1)
    if (amount !== null) found.push(amount)
  }
  return found
}

/** A number and the token after it. */
interface Read {
  readonly ends: readonly End[]
  readonly next: number
}

interface Share {
  readonly value: Fraction
  readonly next: number
}

class Reader {
  private readonly line: Line
  /** The previous amount. */
  private readonly last: LineAmount | null

  constructor(line: Line, last: LineAmount | null) {
    this.line = line
    this.last = last
  }

  digits(at: number): LineAmount | null {
    const { line } = this
    const token = line.get(at)
    if (token?.kind !== 'number') return null
    const role = (role: Role, ends: readonly End[]) => ({ ...bare(at, at + 1, ends), role })
    if (token.quantity === null) return role('unclear', [])
    const { low, high, decimalMark } = token.quantity
    const ends = endsOf(token)
    if (this.isChained(at)) return role('unclear', ends)
    if (this.isLabel(at, token.text)) return role('label', ends)
    const kept = this.kindThatStays(at, high ?? low)
    if (kept !== null) return role(kept, ends)
    return { ...this.withRest(at, { ends, next: at + 1 }), decimalMark }
  }

  private withRest(at: number, read: Read): LineAmount {
    const { line } = this
    let { ends, next } = read
    const last = ends.at(-1)
    const word = line.get(next)
    // The ordinal ending of "3/4th cup" belongs to the number.
    if (last !== undefined && word !== undefined && line.isGlued(next) && ORDINAL.test(word.text)) {
      ends = [...ends.slice(0, -1), { ...last, end: word.end }]
      next += 1
    }
    if (ends.length > 1) return this.finished(at, { ends, next })
    if (line.is(at - 1, 'between') && line.is(next, 'and')) return this.finished(at, this.withHighEnd({ ends, next }))
    return this.finished(at, this.withShare(this.withLink({ ends, next })))
  }

  /** "3/4 de litre": the link belongs to the fraction. */
  private withLink(read: Read): Read {
    const [only] = read.ends
    const next = only?.value.lt(1) === true ? this.behindPart(read.next) : read.next
    return only === undefined || next === read.next
      ? read
      : { ends: [{ ...only, end: this.line.endBefore(next) }], next }
  }

  /** Adds the upper end after a word for "between": "entre 200 y 250". */
  private withHighEnd(read: Read): Read {
    const token = this.line.get(read.next + 1)
    const value = this.exact(read.next + 1)
    if (token === undefined || value === null) return read
    return { ends: [...read.ends, { start: token.start, end: token.end, value }], next: read.next + 2 }
  }

  /** Adds a fraction in words: "2 and a half", "1 y medio". "1 demi" is a half. */
  private withShare(read: Read): Read {
    const { line } = this
    const [only] = read.ends
    if (only === undefined || read.ends.length > 1 || only.value.d !== 1n) return read
    const behind = this.behindHyphen(read.next)
    const part = line.numberWord(behind)
    if (only.value.equals(1) && part?.lt(1) && !line.is(this.behindHyphen(behind + 1), 'whole')) {
      const next = this.behindHyphen(behind + 1)
      return { ends: [{ start: only.start, end: line.endBefore(next), value: part }], next }
    }
    const share = this.shareAfterAnd(read.next)
    if (share === null || (line.unit(share.next) !== null && this.isOtherAmount(read.next))) return read
    return {
      ends: [{ start: only.start, end: line.endBefore(share.next), value: only.value.add(share.value) }],
      next: share.next,
    }
  }

  /** Whether "and 1/2 teaspoon" begins another amount: before a unit, only words form a share. */
  private isOtherAmount(and: number): boolean {
    return [and, and + 1, and + 2].some((at) => this.line.isNumber(at))
  }

  /** Skips a hyphen between two words. */
  private behindHyphen(at: number): number {
    return this.line.isDash(at) && this.line.isGlued(at) && this.line.isGlued(at + 1) ? at + 1 : at
  }

  /** A fraction after "and": "and a half", "y cuarto", "et demie", "and 1/2". */
  private shareAfterAnd(at: number): Share | null {
    const { line } = this
    if (!line.is(at, 'and') && !line.isSign(at, '&')) return null
    const place = at + 1 + (line.isArticle(at + 1) ? 1 : 0)
    const value = this.exact(place)
    // "and half an onion" is another ingredient.
    if (value === null || value.n === 0n || value.gte(1) || line.isArticle(place + 1)) return null
    return { value, next: place + 1 }
  }

  /** Value of a number or number word. */
  private exact(at: number): Fraction | null {
    const token = this.line.get(at)
    if (token?.kind === 'number') return token.quantity?.high === null ? token.quantity.low : null
    return token?.meaning.number ?? null
  }

  /** An amount in words, where one is possible: "two", "half a", "la moitié d'un", "three quarters", "two or three", "a". */
  words(at: number): LineAmount | null {
    const { line } = this
    const token = line.get(at)
    if (token === undefined) return null
    // A group without a number counts once: "docena de huevos".
    if (token.meaning.group !== null && this.mayBegin(at)) {
      return this.finished(at, { ends: [{ start: token.start, end: token.start, value: ONE }], next: at })
    }
    const implied = this.impliedOne(at)
    if (implied !== null) return implied
    const read = this.numberInWords(at)
    if (read === null) return null
    const amount = this.finished(at, read)
    const hasUnit = amount.unit !== null || amount.group !== null
    // "un par de huevos": it is unclear what "de" counts.
    const [only] = read.ends
    const isOfMany = amount.next === read.next && only?.value.gt(1) === true && line.is(read.next, 'link')
    if (isOfMany && this.mayBegin(at)) return { ...amount, role: 'unclear' }
    if (!read.isArticle) return this.mayBegin(at) || (hasUnit && !line.is(at - 1, 'into')) ? amount : null
    const isOne = this.isOpening(at) && !line.is(read.next, 'vague')
    return isOne || (hasUnit && (this.mayBegin(at) || this.last === null)) ? amount : null
  }

  private numberInWords(at: number): (Read & { isArticle: boolean }) | null {
    const { line } = this
    const token = line.get(at)
    const isDefinite = line.is(at, 'definite')
    const first = isDefinite ? at + 1 + (line.isSign(at + 1, "'’") ? 1 : 0) : at
    const article = line.isArticle(first)
    let value = line.numberWord(first) ?? (article && !isDefinite ? ONE : null)
    if (token === undefined || value === null || (isDefinite && value.gte(1))) return null
    let next = first + 1
    if (value.lt(1) && line.is(this.behindHyphen(next), 'whole')) return null
    let isArticle = article
    // A number before a fraction in words: "three quarters", "a half", "une demi-", "one third".
    const part = this.behindHyphen(next)
    const share = line.numberWord(part)
    if (value.gte(1) && share !== null && (article || share.lt(1))) {
      if (line.is(this.behindHyphen(part + 1), 'whole') && share.lt(1)) return null
      value = value.mul(share)
      next = part + 1
      isArticle = false
    }
    if (value.lt(1)) next = this.behindPart(next)
    const ends = [{ start: token.start, end: line.endBefore(next), value }]
    const highToken = line.get(next + 1)
    const high = line.numberWord(next + 1)
    const joins = line.is(next, 'range') || (line.is(at - 1, 'between') && line.is(next, 'and'))
    if (!isArticle && highToken !== undefined && high?.gt(value) === true && joins) {
      const end = { start: highToken.start, end: highToken.end, value: high }
      return { ends: [...ends, end], next: next + 2, isArticle }
    }
    if (value.lt(1)) return { ends, next, isArticle }
    if (!isArticle) return { ...this.withShare({ ends, next }), isArticle }
    const more = this.shareAfterAnd(next)
    if (more === null) return { ends, next, isArticle }
    const sum = { start: token.start, end: line.endBefore(more.next), value: value.add(more.value) }
    return { ends: [sum], next: more.next, isArticle }
  }

  /** The token after the article or link that follows a fraction: "a" in "half a", "of a" in "half of a", "de" in "cuarto de kilo". */
  private behindPart(from: number): number {
    const { line } = this
    const at = this.behindHyphen(from)
    if (line.isArticle(at)) return at + 1
    const next = at + 1 + (line.isSign(at + 1, "'’") ? 1 : 0)
    if (!line.is(at, 'link') && !this.isElidedLink(at)) return at
    if (line.isArticle(next)) return next + 1
    return line.unit(next) === null ? at : next
  }

  /** Whether the token is an elided link: "d" in "d'un". */
  private isElidedLink(at: number): boolean {
    return /^d$/i.test(this.line.word(at)) && this.line.isSign(at + 1, "'’")
  }

  /** An amount that omits the number one: "Kilo y medio de papas" is one and a half. */
  private impliedOne(at: number): LineAmount | null {
    const { line } = this
    const unit = at === 0 ? line.unit(at) : null
    const share = unit !== null && isMeasured(unit.unit) ? this.shareAfterAnd(unit.next) : null
    if (unit === null || share === null) return null
    const start = line.get(at)?.start ?? 0
    const end = line.endBefore(unit.next)
    return {
      ...bare(at, share.next, [{ start, end: start, value: ONE.add(share.value) }]),
      unit: unit.unit,
      unitPlace: { start, end },
      tail: { start: end, end: line.endBefore(share.next) },
    }
  }

  /** Whether an amount in words is possible here: first, or after a sign or word that joins amounts. */
  private mayBegin(at: number): boolean {
    const { line } = this
    const isSign = line.isSign(at - 1, '+/(:=,;&[') || (line.isDash(at - 1) && !line.isGlued(at))
    const joins = line.is(at - 1, 'plus', 'and', 'or', 'roughly', 'between') || line.isTimes(at - 1)
    return isSign || joins || this.isOpening(at)
  }

  /** Whether only signs and words such as "about" or "juice of" precede. */
  private isOpening(at: number): boolean {
    return this.line.tokens
      .slice(0, at)
      .every(
        ({ kind }, before) =>
          kind === 'sign' || (kind === 'word' && (this.line.is(before, ...OPENING) || this.isElidedLink(before))),
      )
  }

  /** Whether the number belongs to a chain such as "1.2.3", "1/2/3" or "1:1", which is not an amount. */
  private isChained(at: number): boolean {
    const { line } = this
    const joins = (sign: number) => line.isSign(sign, '/.,:⁄∕') && line.isGlued(sign) && line.isGlued(sign + 1)
    return (
      (joins(at - 1) && line.isNumber(at - 2)) ||
      (joins(at + 1) && line.isNumber(at + 2)) ||
      (line.isNumber(at - 1) && line.isGlued(at)) ||
      (line.isNumber(at + 1) && line.isGlued(at + 1))
    )
  }

  /** Whether the digits belong to a name: "T55", "7up", "No. 1", "00", "omega-3", "80/20". */
  private isLabel(at: number, written: string): boolean {
    const { line, last } = this
    const before = at - 1
    const isAfterUnit = last?.next === at
    const isFraction = FRACTION_SIGN.test(written)
    const isBehindWord = line.isGlued(at) && !isAfterUnit && line.word(before) !== ''
    if (isBehindWord && !isFraction && !line.isTimes(before)) return true
    if (/^00+$/.test(written) || line.isSign(before, '#') || isLeanness(written)) return true
    const named = line.isSign(before, '.°º') ? before - 1 : before
    const isNamed = line.is(named, 'label') && (named !== before || !/^n$/i.test(line.word(named)))
    // "6 no." counts pieces; it does not name a number.
    if (isNamed && !line.isNumber(named - 1)) return true
    if (line.isDash(before) && line.isGlued(before) && line.isGlued(at) && !isAfterUnit) {
      const isLast = at + 1 >= line.tokens.length || line.unit(at + 1) !== null
      if (line.word(before - 1) !== '' && last?.next !== before && !(isLast && last === null)) return true
    }
    const isOrdinal = isFraction && ORDINAL.test(line.word(at + 1))
    if (line.isGlued(at + 1) && this.goesOn(at + 1) && !isOrdinal && !/^[CF]$/.test(line.word(at + 1))) return true
    const hyphened = this.behindHyphen(at + 1)
    return hyphened !== at + 1 && this.goesOn(hyphened)
  }

  /** Whether a word is not a unit, size, time or number. */
  private goesOn(at: number): boolean {
    const { line } = this
    const meaning = line.get(at)?.meaning
    return (
      line.word(at) !== '' &&
      line.unit(at) === null &&
      !line.isTimes(at) &&
      !line.is(at, 'size', 'time', 'range') &&
      meaning?.group === null &&
      meaning.number === null
    )
  }

  /** Why a number does not scale: percentage, temperature, time, grade, or reference to a note or page. */
  private kindThatStays(at: number, value: Fraction): Kept | null {
    const { line, last } = this
    const next = at + 1
    const behindPer = line.is(next, 'each') ? next + 1 : next
    if (line.isSign(next, '%') || line.is(next, 'percent') || line.is(behindPer, 'percent')) return 'percent'
    const hasScale = value.gte(MIN_DEGREES) && /^[CF]$/.test(line.word(next))
    if (line.isSign(next, '°º') || line.is(next, 'degrees') || hasScale) return 'temperature'
    if (line.is(this.behindHyphen(next), 'time')) return 'time'
    if (line.is(next, 'graded') && line.get(at)?.quantity?.high != null) return 'label'
    const named = line.isSign(at - 1, '.') ? at - 2 : at - 1
    return line.is(named, 'reference') && !(last !== null && last.next > named) ? 'reference' : null
  }

  /** Adds the unit, and what belongs to the number after it. */
  private finished(at: number, { ends, next }: Read): LineAmount {
    const { line } = this
    const amount = bare(at, next, ends)
    const hyphened = this.behindHyphen(next)
    const group = line.get(hyphened)
    if (group !== undefined && group.meaning.group !== null) {
      const unitPlace = { start: group.start, end: group.end }
      return this.withTail({ ...amount, group: group.meaning.group, unitPlace, next: hyphened + 1 })
    }
    const unit = this.unitBehind(next, hyphened)
    if (unit !== null) {
      const unitPlace = { start: line.get(unit.from)?.start ?? 0, end: line.endBefore(unit.next) }
      return this.withTail({ ...amount, unit: unit.unit, unitPlace, hyphened: hyphened !== next, next: unit.next })
    }
    if (line.is(hyphened, 'time')) return { ...amount, role: 'time' }
    return line.is(hyphened, 'people') ? { ...amount, role: 'unclear' } : amount
  }

  /** Unit after a number, with its tokens. Sizes may be between: "2 heaped tbsp". */
  private unitBehind(next: number, hyphened: number): { unit: Unit; from: number; next: number } | null {
    const { line } = this
    for (let from = hyphened; ; from += 1) {
      const found = line.unit(from)
      if (found !== null) {
        const word = line.word(from)
        const isElided = word.length === 1 && line.isSign(found.next, "'’") && line.isGlued(found.next)
        // "in" is an inch only next to its number: "2-inch", "2in", "2 in."
        const isPreposition = word === 'in' && hyphened === next && !line.isGlued(from) && !line.isSign(found.next, '.')
        return isElided || isPreposition ? null : { ...found, from }
      }
      if (!line.is(from, 'size')) return null
    }
  }

  /** Adds the rest of the number after the unit: "1 kg y medio", "1 verre et demi", "1 litre ½", "1 kg 500". */
  private withTail(amount: LineAmount): LineAmount {
    const [only] = amount.ends
    if (only === undefined || amount.ends.length > 1) return amount
    const more = this.tailOf(amount, only.value)
    if (more === null) return amount
    const ends = [{ ...only, value: only.value.add(more.value) }]
    const tail = { start: amount.unitPlace.end, end: this.line.endBefore(more.next) }
    return { ...amount, ends, tail, next: more.next }
  }

  private tailOf({ unit, next }: LineAmount, value: Fraction): Share | null {
    const { line } = this
    const share = this.shareAfterAnd(next)
    if (share !== null) return line.unit(share.next) === null && value.d === 1n ? share : null
    const rest = line.isNumber(next) ? this.exact(next) : null
    if (rest === null || !isMeasured(unit)) return null
    const after = next + 1
    const isAlone = line.unit(this.behindHyphen(after)) === null && !line.isSign(after, '%/') && !line.isTimes(after)
    if (!isAlone) return null
    if (rest.n > 0n && rest.lt(1) && value.d === 1n) return { value: rest, next: after }
    const isRest = /^\d{3}$/.test(line.get(next)?.text ?? '') && (unit === 'kilogram' || unit === 'litre')
    return isRest ? { value: rest.div(1000), next: after } : null
  }
}

function endsOf({ start, quantity }: Token): End[] {
  if (quantity === null) return []
  const { low, high, lowLength, between, length } = quantity
  if (high === null) return [{ start, end: start + length, value: low }]
  return [
    { start, end: start + lowLength, value: low },
    { start: start + lowLength + between.length, end: start + length, value: high },
  ]
}

/** Whether it is the percentages of lean and fat of meat, such as "80/20" or "93/7", and no fraction. */
function isLeanness(written: string): boolean {
  const [, lean, fat] = /^(\d{2})\/(\d{1,2})$/.exec(written) ?? []
  return lean !== undefined && Number(lean) >= 50 && Number(lean) + Number(fat) === 100
}

/**
 * Whether a fraction of a counted thing may also be a range: "2/4 onions"; "2/3 carottes", because a part of one is
 * singular in Spanish and French.
 */
export function mayBeRange(written: string, behind: string, language: Language | null): boolean {
  const [, first, second] = /^\s*(\d{1,9})\s*[/⁄∕]\s*(\d{1,9})\s*$/u.exec(written) ?? []
  if (first === undefined || second === undefined) return false
  const [numerator, denominator] = [Number(first), Number(second)]
  if (numerator < 2 || numerator >= denominator) return false
  const isLowest = new Fraction(numerator, denominator).d === BigInt(denominator)
  const isPlural = (language === 'es' || language === 'fr') && /[sx]$/.test(behind)
  return !isLowest || (isPlural && denominator - numerator === 1)
}
