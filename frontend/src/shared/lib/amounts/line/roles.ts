import Fraction from 'fraction.js'
import { sizeOf, type Unit } from '../units'
import { bare, isBare, isCount, isLength, isMeasured, isOne, type LineAmount, type Role } from './model'
import { mayBeRange } from './numbers'
import type { Line } from './tokens'

/* Decides which numbers of a line scale, which stay and why. */

/** Containers: scaling changes their number, not their size. */
const CONTAINERS = new Set(
  'bag ball block bottle box bulb can carton cube head jar loaf package punnet rack sheet tub tube'.split(' '),
)
/** Units of parts: "8 slices" of a loaf. */
const PARTS = new Set('piece slice wedge strip cube part portion'.split(' '))
/** Numbers that are neither amounts nor sizes. */
const ASIDE = new Set<Role>(['label', 'percent', 'rate', 'reference', 'time', 'temperature'])
const MIN_TIMES = 4
const MAX_COUNTED = 99
const DASH = /[-‐‑‒–—−~]/u

/** What is between two amounts. */
interface Between {
  plus: boolean
  or: boolean
  and: boolean
  times: boolean
  open: boolean
  comma: boolean
  with: boolean
  into: boolean
  /** Number of words that name something; not "about" or "large". */
  words: number
  /** Whether the last word is a link such as "of". */
  endsInLink: boolean
  empty: boolean
}

/** Assigns each amount its role. The list may grow: "1 - 15 oz can" is a count and a size. */
export function withRoles(line: Line, amounts: readonly LineAmount[]): LineAmount[] {
  const roles = new Roles(line)
  for (const amount of amounts) for (const each of roles.split(amount)) roles.add(each)
  return roles.finished()
}

class Roles {
  private readonly line: Line
  private readonly done: LineAmount[] = []

  constructor(line: Line) {
    this.line = line
  }

  /** Splits "1 – 15 oz can", which is one can and not a range, into a count and a size. */
  split(amount: LineAmount): LineAmount[] {
    const [low, high] = amount.ends
    if (low === undefined || high === undefined || amount.role !== 'scales') return [amount]
    const isDash = DASH.test(this.line.text.slice(low.end, high.start))
    const isSized = isMeasured(amount.unit) ? this.isContainer(amount.next) : isLength(amount.unit)
    const isFar = low.value.d === 1n && low.value.mul(MIN_TIMES).lte(high.value)
    if (!isDash || !isSized || !isFar) return [amount]
    return [bare(amount.first, amount.first, [low]), { ...amount, ends: [high], role: 'size' }]
  }

  add(amount: LineAmount): void {
    const role = amount.role === 'scales' ? this.roleOf(amount) : amount.role
    this.done.push({ ...amount, role, adds: role === 'scales' && this.adds(amount) })
  }

  private adds(amount: LineAmount): boolean {
    const before = this.done.findLast(({ role }) => role === 'scales')
    if (before === undefined) return false
    const between = this.between(before, amount)
    const [last, size] = [before.unit, amount.unit].map((unit) => (unit === null ? null : sizeOf(unit)))
    const isSmaller =
      last != null && size != null && last.kind === size.kind && size.kind !== 'length' && size.size < last.size
    return between.words === 0 && (between.plus || (isSmaller && (between.empty || between.and)))
  }

  /** "14-ounce can beans" has one can: scaled, it is "2 x 14-ounce can beans". */
  finished(): LineAmount[] {
    const { done, line } = this
    const index = done.findIndex(({ role }) => role === 'size' || role === 'length')
    const first = done[index]
    if (first === undefined || done.some(({ role }) => role === 'scales' || role === 'unclear')) return done
    const start = first.ends[0]?.start ?? 0
    if (line.tokens.slice(0, first.first).some(({ kind }) => kind === 'word')) {
      return done.with(index, { ...first, role: 'unclear' })
    }
    const count = bare(first.first, first.first, [{ start, end: start, value: new Fraction(1) }])
    return [{ ...count, implied: true }, ...done]
  }

  private roleOf(amount: LineAmount): Role {
    if (this.isRate(amount)) return 'rate'
    const [only, high] = amount.ends
    const measured = isMeasured(amount.unit)
    const written = only === undefined ? '' : this.line.text.slice(only.start, only.end)
    const behind = this.line.word(amount.next)
    if (high === undefined && !measured && mayBeRange(written, behind, this.line.language)) return 'unclear'
    const last = this.done.findLastIndex(({ role }) => !ASIDE.has(role))
    const before = this.done[last]
    if (before === undefined) return this.firstRole(amount)
    const between = this.between(before, amount)
    if (between.times) return this.multiple(last, before, amount)
    if (isLength(amount.unit)) return 'length'
    const main = this.done.findLast(({ role }) => role === 'scales')
    return main === undefined ? this.firstRole(amount) : this.laterRole(amount, main, between)
  }

  private laterRole(amount: LineAmount, main: LineAmount, between: Between): Role {
    const measured = isMeasured(amount.unit)
    if (isCount(main) && this.says(amount, 'each')) return 'size'
    const isCut = between.into && isCount(amount)
    if (between.plus || (between.and && !isCut)) return 'scales'
    if (this.done.at(-1)?.role === 'size' && measured && between.words === 0) return 'size'
    if (isCut) return 'cut'
    if (!isCount(main)) return isBare(amount) && (between.empty || this.isGrade(amount, between)) ? 'unclear' : 'scales'
    if (between.or) return 'scales'
    if (!measured) return this.secondCount(amount, between, main)
    if (between.with || between.into || (between.words > 0 && between.comma)) return 'scales'
    // The measure of something counted.
    const isOfContainer = isContainer(main.unit) || this.isContainer(amount.next) || this.isContainerBehind(amount)
    const isSize = isOfContainer || amount.hyphened || between.empty || between.endsInLink
    const isTotal = this.says(amount, 'total')
    if (isSize || (isOne(main) && !isTotal)) return 'size'
    return isTotal ? 'scales' : 'unclear'
  }

  private firstRole(amount: LineAmount): Role {
    const { line } = this
    // "3 1/2-pound chickens" may be three, or may weigh 3 1/2 pounds.
    const written = amount.ends.map(({ start, end }) => line.text.slice(start, end)).join('')
    if (amount.hyphened && /\s/u.test(written)) return 'unclear'
    if (amount.hyphened) return isLength(amount.unit) ? 'length' : 'size'
    if (isLength(amount.unit) && line.unit(amount.next) !== null) return 'length'
    if (isMeasured(amount.unit) && this.isContainer(amount.next)) return 'size'
    // A bare number within a name: "Dr Pepper 7 spice", "farine 55 bio".
    const before = amount.first - 1
    const isBehindName =
      line.word(before) !== '' && !line.is(before, 'link', 'roughly', 'between') && !line.isTimes(before)
    const isLast = !line.tokens.slice(amount.next).some(({ kind }) => kind === 'number')
    const isMany = amount.ends.some(({ value }) => value.gt(MAX_COUNTED))
    return isBare(amount) && isBehindName && (!isLast || isMany) ? 'label' : 'scales'
  }

  /** Role of an amount after a multiplication sign; may change the role of the amount at `last`. Examples: "2 x 400 g", "400 g x 2", "20 x 30". */
  private multiple(last: number, before: LineAmount, amount: LineAmount): Role {
    const change = (role: Role) => {
      this.done[last] = { ...before, role }
    }
    if (isLength(amount.unit) || isLength(before.unit) || before.role === 'length') {
      change('length')
      return 'length'
    }
    if (isMeasured(amount.unit) && isCount(before)) return 'size'
    if (isCount(amount) && isMeasured(before.unit)) {
      change('size')
      return 'scales'
    }
    const areBare = isBare(amount) && isBare(before)
    change(areBare ? 'length' : 'unclear')
    return areBare ? 'length' : 'unclear'
  }

  /** Role of a second count: it scales in "4 eggs, 2 beaten", is a size in "1 pack (8 slices)", and is unclear in "12 shrimp (16/20)". */
  private secondCount(amount: LineAmount, between: Between, main: LineAmount): Role {
    if (between.open && main.group !== null) return 'scales'
    if (isContainer(main.unit) && (between.open || between.endsInLink)) return 'size'
    const isNamed = this.line.get(amount.next)?.kind === 'word'
    const isPart = amount.unit !== null && PARTS.has(amount.unit)
    if (isPart) return 'unclear'
    if (between.open) return isNamed || amount.unit !== null || amount.group !== null ? 'scales' : 'unclear'
    const isList = between.comma || between.with || between.words > 0
    return isList && (isNamed || amount.unit !== null) ? 'scales' : 'unclear'
  }

  /** Whether the amount is a bare range in brackets, such as a size grade: "shrimp (16/20)". */
  private isGrade(amount: LineAmount, { open }: Between): boolean {
    const isPart = amount.ends.length > 1 || amount.ends.some(({ value }) => value.d !== 1n)
    return open && isPart && this.line.word(amount.next) === ''
  }

  private between(before: LineAmount, amount: LineAmount): Between {
    const { line } = this
    const found: Between = {
      plus: false,
      or: false,
      and: false,
      times: false,
      open: false,
      comma: false,
      with: false,
      into: false,
      words: 0,
      endsInLink: false,
      empty: true,
    }
    for (let at = before.next; at < amount.first; at += 1) {
      found.endsInLink = line.is(at, 'link')
      found.empty &&= line.isSign(at, '.')
      if (line.isTimes(at)) found.times = true
      else if (line.word(at) !== '') this.addWord(at, found)
      else if (line.isSign(at, '+')) found.plus = true
      else if (line.isSign(at, '&')) found.and = true
      else if (line.isSign(at, '/⁄∕=|≈')) found.or = true
      else if (line.isSign(at, '([')) found.open = true
      else if (line.isSign(at, ')]')) found.open = false
      else if (line.isSign(at, ',;')) found.comma ||= !found.open
    }
    found.times &&= found.words === 0
    return found
  }

  private addWord(at: number, found: Between): void {
    const { line } = this
    found.plus ||= line.is(at, 'plus')
    found.and ||= line.is(at, 'and')
    found.or ||= line.is(at, 'or', 'range')
    found.with ||= line.is(at, 'with')
    found.into ||= line.is(at, 'into')
    const isMinor = line.is(
      at,
      ...(['roughly', 'size', 'link', 'each', 'between', 'definite', 'range', 'or', 'plus', 'and'] as const),
    )
    if (!isMinor && line.word(at) !== 'd') found.words += 1
  }

  /** Whether the amount's clause, up to the next bracket, comma or number, contains "each" or "in total". */
  private says(amount: LineAmount, sense: 'each' | 'total'): boolean {
    const { line } = this
    for (let at = amount.next; this.isInClause(at); at += 1) if (line.is(at, sense)) return true
    for (let at = amount.first - 1; this.isInClause(at); at -= 1) if (line.is(at, sense)) return true
    return false
  }

  /** Whether the amount is a rate: "2 per person", "250 g per serving", "100 g/person". */
  private isRate(amount: LineAmount): boolean {
    const { line } = this
    for (let at = amount.next; this.isInClause(at); at += 1) {
      const isEach = line.is(at, 'each') || line.isSign(at, '/')
      if (isEach && (line.is(at + 1, 'people') || line.unit(at + 1)?.unit === 'portion')) return true
    }
    return false
  }

  private isInClause(at: number): boolean {
    const token = this.line.get(at)
    return token !== undefined && token.kind !== 'number' && !this.line.isSign(at, '()[],;')
  }

  /** Whether a container such as "can" follows, after sizes and brackets. */
  private isContainer(from: number): boolean {
    const { line } = this
    let at = from
    while (line.is(at, 'size') || line.isSign(at, ')]-/')) at += 1
    return isContainer(line.unit(at)?.unit ?? null)
  }

  /** "(400 g / 14 oz) tins": the container follows a second measure. */
  private isContainerBehind(amount: LineAmount): boolean {
    const { line } = this
    for (let at = amount.next; at < line.tokens.length; at += 1) {
      if (line.isSign(at, ')]')) return this.isContainer(at + 1)
      if (line.word(at) !== '' && !line.is(at, 'roughly', 'or') && line.unit(at) === null) return false
    }
    return false
  }
}

const isContainer = (unit: Unit | null): boolean => unit !== null && sizeOf(unit) === null && CONTAINERS.has(unit)
