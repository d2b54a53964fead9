import type Fraction from 'fraction.js'
import type { Language } from '../../recipe/recipe'
import { type Quantity, readQuantity } from '../quantity'
import { type Unit, unitOf } from '../units'
import { type Meaning, meaningOf, NO_MEANING, type Sense } from './words'

/** A number, word or sign of a line. */
export interface Token {
  readonly kind: 'number' | 'word' | 'sign'
  readonly start: number
  readonly end: number
  readonly text: string
  /** Null for a word, a sign, or an invalid number such as "1/0". */
  readonly quantity: Quantity | null
  readonly meaning: Meaning
}

const DASHES = '-‐‑‒–—−~'
// "º" and "ª" are signs, not letters: "nº 1", "180º".
const WORD = /^(?:(?![ºª])(?:\p{L}|\p{M})){1,60}/u
/** Start of a number. */
const NUMBER = /^(?:\d|[½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅐⅛⅜⅝⅞⅑⅒↉]|\.\d)/u
/** A number that cannot be parsed: divided by zero, or with too many digits. */
const INVALID = /^(?:\d+(?:[ \u00a0\u202f]+\d+)?\s*[/⁄∕]\s*\d+|\d{1,3}(?:([.,])\d{3})(?:\1\d{3})+|\d*[.,]\d+|\d+)/u
const MAX_WORDS = 4

/** A line with its tokens. Look-ups outside the line return nothing. */
export class Line {
  readonly text: string
  readonly language: Language | null
  readonly tokens: readonly Token[]

  constructor(text: string, language: Language | null) {
    this.text = text
    this.language = language
    this.tokens = tokensOf(text, language)
  }

  get(at: number): Token | undefined {
    return this.tokens[at]
  }

  is(at: number, ...senses: Sense[]): boolean {
    const meant = this.get(at)?.meaning.senses
    return meant !== undefined && senses.some((sense) => meant.has(sense))
  }

  isNumber(at: number): boolean {
    return this.get(at)?.kind === 'number'
  }

  isSign(at: number, signs: string): boolean {
    const token = this.get(at)
    return token?.kind === 'sign' && signs.includes(token.text)
  }

  isDash(at: number): boolean {
    return this.isSign(at, DASHES)
  }

  /** Whether a token touches the previous one. */
  isGlued(at: number): boolean {
    const [before, token] = [this.get(at - 1), this.get(at)]
    return before !== undefined && token !== undefined && before.end === token.start
  }

  /** The text of a word; empty for numbers and signs. */
  word(at: number): string {
    const token = this.get(at)
    return token?.kind === 'word' ? token.text : ''
  }

  numberWord(at: number): Fraction | null {
    return this.get(at)?.meaning.number ?? null
  }

  isArticle(at: number): boolean {
    return this.is(at, 'article')
  }

  /** Whether a token is a multiplication sign. */
  isTimes(at: number): boolean {
    return this.isSign(at, '×*') || /^x$/i.test(this.word(at))
  }

  /** The longest unit at a token, and the token after it. */
  unit(at: number): { unit: Unit; next: number } | null {
    const first = this.get(at)
    if (first === undefined) return null
    if (this.isSign(at, '"″”')) return { unit: 'inch', next: at + 1 }
    if (first.kind !== 'word') return null
    for (const next of this.unitEnds(at).reverse()) {
      const unit = unitOf(this.text.slice(first.start, this.endBefore(next)), this.language)
      if (unit !== null) return { unit, next }
    }
    return null
  }

  /** End of the previous token in the text. */
  endBefore(at: number): number {
    return this.get(at - 1)?.end ?? 0
  }

  /** Where forms of one to four words may end; a full stop or "(s)" belongs to its word. */
  private unitEnds(at: number): number[] {
    const ends: number[] = []
    let next = at
    while (ends.length < MAX_WORDS && this.get(next)?.kind === 'word') {
      next += 1
      if (this.isSign(next, '(') && /^e?s$/.test(this.word(next + 1)) && this.isSign(next + 2, ')')) next += 3
      ends.push(next)
      // "c.à.s.", "c/s": the sign joins two words of a form.
      if (this.isSign(next, './') && this.isGlued(next)) next += 1
    }
    return ends
  }
}

function tokensOf(text: string, language: Language | null): Token[] {
  const tokens: Token[] = []
  let at = 0
  while (at < text.length) {
    const rest = text.slice(at)
    const blank = /^\s+/u.exec(rest)?.[0].length ?? 0
    if (blank > 0) {
      at += blank
      continue
    }
    const token = tokenAt(text, at, language)
    tokens.push(token)
    at = token.end
  }
  return tokens
}

function tokenAt(text: string, start: number, language: Language | null): Token {
  const rest = text.slice(start)
  const of = (kind: Token['kind'], length: number, quantity: Quantity | null = null): Token => ({
    kind,
    start,
    end: start + length,
    text: text.slice(start, start + length),
    quantity,
    meaning: kind === 'word' ? meaningOf(text.slice(start, start + length), language) : NO_MEANING,
  })
  if (NUMBER.test(rest) && (!rest.startsWith('.') || !/\d$/.test(text.slice(0, start)))) {
    const quantity = readQuantity(rest, language)
    return of('number', quantity?.length ?? INVALID.exec(rest)?.[0].length ?? 1, quantity)
  }
  const word = WORD.exec(rest)?.[0].length ?? 0
  return word > 0 ? of('word', word) : of('sign', String.fromCodePoint(rest.codePointAt(0) ?? 0).length)
}
