import Fraction from 'fraction.js'
import type { Ingredient, Language } from '../recipe/recipe'
import { densityOf } from './densities'
import { partsOfLine } from './ingredient-text'
import { amountsOf, applied, type Change, isCertain, placeOf, scaledAmount } from './line/amounts'
import type { LineAmount } from './line/model'
import { findMentions, type Mention } from './mentions'
import {
  convertedMention,
  duplicateMentions,
  isAsWritten,
  type Piece,
  piecesOf,
  piecesWithin,
  rewrite,
  type View,
} from './pieces'
import { sizeOf } from './units'
import { writeValue } from './write-amount'

type Line = Pick<Ingredient, 'text' | 'quantity' | 'unit' | 'name' | 'note'>

/** An ingredient line split for display, with scaled and converted amounts. */
export interface ShownLine {
  readonly amount: readonly Piece[]
  readonly middle: readonly Piece[]
  readonly note: readonly Piece[]
  /** Whether the line should scale but cannot with certainty. It is then shown as written and marked. */
  readonly isUnscaled: boolean
}

/** Scales and converts a line. A line that cannot be scaled with certainty stays as written. */
export function showLine(line: Line, view: View, language: Language | null): ShownLine {
  const { text, amounts, isUnscaled, pieces } = wholeLine(line, view, language)
  const parts = partsOfLine({ ...line, text })
  const noteStart = parts.note === '' ? text.length : text.lastIndexOf(parts.note)
  const first = amounts.find(({ role }) => role === 'scales')
  const isFirst = first !== undefined && !isUnscaled && placeOf(first).start === 0
  const middleStart = isFirst ? Math.min(placeOf(first).end, noteStart) : parts.amount.length
  return {
    amount: trimmed(piecesWithin(pieces, 0, middleStart)),
    middle: trimmed(piecesWithin(pieces, middleStart, noteStart)),
    note: trimmed(piecesWithin(pieces, noteStart, text.length)),
    isUnscaled,
  }
}

/** The line as one text, scaled and converted as by `showLine`. */
export function shownText(line: Line, view: View, language: Language | null): string {
  return joinedText(wholeLine(line, view, language).pieces)
}

function wholeLine(line: Line, view: View, language: Language | null) {
  const text = textOf(line, language)
  const amounts = isAsWritten(view) ? [] : amountsOf(text, language)
  const isUnscaled = !view.factor.equals(1) && !isCertain(amounts)
  const changes = isUnscaled ? [] : changesOf(text, line, amounts, view, language)
  return { text, amounts, isUnscaled, pieces: piecesOf(text, changes) }
}

/** Short amount of a line, to show next to its name: "300 g", "2", "1 cup plus 2 tbsp". Empty if it has none. */
export function shownAmount(line: Line, view: View, language: Language | null): string {
  if (line.quantity === '') return ''
  const text = textOf(line, language)
  const amounts = amountsOf(text, language)
  const scaling = amounts.filter(({ role }) => role === 'scales')
  const others = scaling.findIndex(({ adds }, index) => index > 0 && !adds)
  const last = scaling.slice(0, others === -1 ? undefined : others).at(-1)
  const [first] = scaling
  if (last !== undefined && first !== undefined && first !== last) {
    const shown = isCertain(amounts) ? view : { ...view, factor: new Fraction(1) }
    const pieces = piecesOf(text, changesOf(text, line, amounts, shown, language))
    return joinedText(trimmed(piecesWithin(pieces, placeOf(first).start, placeOf(last).end)))
  }
  const bare = { ...line, text: `${line.quantity} ${line.unit} ${line.name}`.replace(/\s+/g, ' '), note: null }
  const factor = isCertain(amounts) ? view.factor : new Fraction(1)
  return joinedText(showLine(bare, { ...view, factor }, language).amount)
}

const joinedText = (pieces: readonly Piece[]): string => pieces.map(({ text }) => text).join('')

/** The line's text; built from the parts if it has none, or lacks their amount. */
export function textOf(line: Line, language: Language | null): string {
  const hasAmount = (text: string) => amountsOf(text, language).some(({ role }) => role === 'scales')
  const isStated = line.quantity === '' || line.text.includes(line.quantity)
  if (line.text !== '' && (isStated || hasAmount(line.text) || !hasAmount(line.quantity))) return line.text
  const parts = partsOfLine({ ...line, text: '' })
  return [parts.amount, parts.middle].filter((part) => part !== '').join(' ') + parts.note
}

function changesOf(
  text: string,
  line: Line,
  amounts: readonly LineAmount[],
  view: View,
  language: Language | null,
): Change[] {
  const scaling = amounts.filter(({ role }) => role === 'scales' || role === 'unclear')
  const own = scaling.flatMap((amount) => {
    const mention = mentionOf(amount)
    return mention === null ? [] : [{ amount, mention }]
  })
  const isFree = ({ start, end }: Mention) => own.every(({ mention }) => end <= mention.start || start >= mention.end)
  const others = view.system === null ? [] : findMentions(text, language).filter(isFree)
  const all = [...others, ...own.map(({ mention }) => mention)].sort((a, b) => a.start - b.start)
  const duplicates = duplicateMentions(text, all, view.system)
  const density = densityOf(line.name)
  return all.flatMap((mention) => {
    const amount = own.find((each) => each.mention === mention)?.amount ?? null
    const treatment = { scales: amount !== null, converts: !duplicates.has(mention), density }
    if (amount === null) return rewrite(text, mention, treatment, view, language) ?? []
    const converted = amount.implied ? null : convertedMention(text, mention, treatment, view, language)
    if (converted !== null) return converted
    return view.factor.equals(1) ? [] : scaledChange(text, amount, view.factor, language)
  })
}

/** Combines the changes of one amount. */
function scaledChange(text: string, amount: LineAmount, factor: Fraction, language: Language | null): Change {
  const write = (value: Fraction) => writeValue(value, amount.decimalMark, amount.unit, language)
  const changes = scaledAmount(text, amount, factor, language, write)
  const place = placeOf(amount)
  const start = Math.min(place.start, ...changes.map((change) => change.start))
  return { start, end: place.end, text: applied(text, { start, end: place.end }, changes) }
}

/** The amount as a mention, for conversion; null if its number is invalid. */
function mentionOf(amount: LineAmount): Mention | null {
  const [low, high] = amount.ends
  if (low === undefined) return null
  const { start, end } = placeOf(amount)
  const { unit, decimalMark, hyphened } = amount
  const kind = (unit === null ? null : sizeOf(unit)?.kind) ?? 'count'
  const quantity = {
    low: low.value,
    high: high?.value ?? null,
    lowLength: low.end - low.start,
    between: '',
    decimalMark,
    length: (high ?? low).end - low.start,
  }
  return { kind, start, end, quantity, sides: [], unit, scale: null, unitStart: amount.unitPlace.start, hyphened }
}

function trimmed(pieces: readonly Piece[]): Piece[] {
  return pieces
    .map((piece, index) => {
      const start = index === 0 ? piece.text.trimStart() : piece.text
      return { ...piece, text: index === pieces.length - 1 ? start.trimEnd() : start }
    })
    .filter(({ text }) => text !== '')
}
