import Fraction from 'fraction.js'
import type { Ingredient, Language } from '../recipe/recipe'
import { densityOf } from './densities'
import { partsOfLine } from './ingredient-text'
import { findMentions, type Mention } from './mentions'
import { isAsWritten, type Piece, piecesOf, piecesWithin, rewrite, toldTwice, type View } from './pieces'
import { type Quantity, readQuantity } from './quantity'
import { scaleQuantity } from './scale'
import { numeralAtStart, unitAtStart, unitOf } from './units'

type Line = Pick<Ingredient, 'text' | 'quantity' | 'unit' | 'name' | 'note'>

/** An ingredient line split for display, with scaled and converted amounts. */
export interface ShownLine {
  readonly amount: readonly Piece[]
  readonly middle: readonly Piece[]
  readonly note: readonly Piece[]
}

/** Containers: scaling changes their number, not their size. */
const CONTAINERS = new Set(
  'bag ball block bottle box bulb can carton cube head jar loaf package punnet rack sheet stick tub tube'.split(' '),
)
const EACH = /(?<!\p{L})(?:each|apiece|per|cada|por unidad|c\/u|chacune?s?|chaque|(?:la|par) pi[èe]ce)(?!\p{L})/iu

/** Scales and converts a line. Text that is not understood is kept. */
export function showLine(line: Line, view: View, language: Language | null): ShownLine {
  const shown = isAsWritten(view) ? null : rewritten(line, view, language)
  const { text, pieces } = shown ?? asWritten(line)
  const parts = partsOfLine({ ...line, text })
  const noteStart = parts.note === '' ? text.length : text.lastIndexOf(parts.note)
  const middleStart = parts.amount.length
  return {
    amount: trimmed(piecesWithin(pieces, 0, middleStart)),
    middle: trimmed(piecesWithin(pieces, middleStart, noteStart)),
    note: trimmed(piecesWithin(pieces, noteStart, text.length)),
  }
}

/** Short amount of a line, to show next to its name: "300 g", "2". Empty if it has none. */
export function shownAmount(line: Line, view: View, language: Language | null): string {
  if (line.quantity === '') return ''
  const bare = { ...line, text: `${line.quantity} ${line.unit} ${line.name}`.replace(/\s+/g, ' '), note: null }
  return showLine(bare, view, language)
    .amount.map(({ text }) => text)
    .join('')
}

function asWritten(line: Line): { text: string; pieces: Piece[] } {
  const { text } = whole(line)
  return { text, pieces: piecesOf(text, []) }
}

function rewritten(line: Line, view: View, language: Language | null): { text: string; pieces: Piece[] } {
  const { text, primary } = whole(line, language)
  const mentions = findMentions(text, language)
  const main = primary === null ? null : mainMention(text, mentions, primary, line, language)
  const others = mentions.filter(({ start, end }) => main === null || end <= main.start || start >= main.end)
  const all = (main === null ? others : [...others, main]).sort((a, b) => a.start - b.start)
  const told = toldTwice(text, all, view.system)
  const density = densityOf(line.name)
  const changes = all.flatMap((mention) => {
    const scales = mention === main || (mention.unit !== null && !isSize(text, mention, main))
    const treatment = { scales: scales && mention.kind !== 'temperature', converts: !told.has(mention), density }
    return rewrite(text, mention, treatment, view, language) ?? []
  })
  return { text, pieces: piecesOf(text, changes) }
}

/** The line's text and the offset of its quantity. If the text lacks the quantity, it is rebuilt from the parts. */
function whole(line: Line, language: Language | null = null): { text: string; primary: number | null } {
  const { text, quantity } = line
  if (text === '' || (quantity !== '' && placeOf(quantity, text) === null)) {
    if (text !== '' && scaleQuantity(quantity, new Fraction(2), language) === quantity) return { text, primary: null }
    const parts = partsOfLine({ ...line, text: '' })
    const joined = [parts.amount, parts.middle].filter((part) => part !== '').join(' ') + parts.note
    return { text: joined, primary: quantity === '' ? null : placeOf(quantity, joined) }
  }
  return { text, primary: quantity === '' ? null : placeOf(quantity, text) }
}

/** Offset of a quantity that is not part of another number. */
function placeOf(quantity: string, text: string): number | null {
  for (let at = text.indexOf(quantity); at >= 0; at = text.indexOf(quantity, at + 1)) {
    const before = text.slice(Math.max(0, at - 1), at)
    const after = text.slice(at + quantity.length, at + quantity.length + 2)
    if (!/[\p{L}\p{N}/⁄.,]/u.test(before) && !/^(?:[\p{N}/⁄]|[.,]\p{N})/u.test(after)) return at
  }
  return null
}

/** The line's own quantity and unit as a mention, from its parsed fields. */
function mainMention(
  text: string,
  mentions: readonly Mention[],
  start: number,
  line: Line,
  language: Language | null,
): Mention | null {
  const quantity = quantityOf(line.quantity, language)
  if (quantity === null) return null
  const found = mentions.find((mention) => mention.start === start)
  const after = start + line.quantity.length
  const gap = /^[\s-]*/.exec(text.slice(after))?.[0].length ?? 0
  const own = line.unit !== '' && text.startsWith(line.unit, after + gap) ? line.unit : ''
  const known = own === '' ? null : (unitOf(own, language) ?? unitAtStart(own, language)?.unit ?? null)
  if (found !== undefined && found.quantity.length >= line.quantity.length && (found.unit === known || own === ''))
    return found
  const end = own === '' ? after : after + gap + own.length
  const unitStart = own === '' ? after : after + gap
  return { kind: 'count', start, end, quantity, sides: [], unit: known, scale: null, unitStart, hyphened: false }
}

function quantityOf(text: string, language: Language | null): Quantity | null {
  const read = readQuantity(text, language)
  if (read !== null && read.length === text.length) return read
  const word = numeralAtStart(text, language)
  if (word === null || word.length !== text.length) return null
  return { low: new Fraction(word.value), high: null, between: '', decimalMark: null, length: text.length }
}

/** Whether an amount is the size of each item instead of a total: "2 tins (400 g)", "3 breasts of 150 g". */
function isSize(text: string, mention: Mention, main: Mention | null): boolean {
  if (mention.hyphened || mention.kind === 'length' || EACH.test(text)) return true
  if (main === null) return false
  if (main.unit !== null && CONTAINERS.has(main.unit)) return true
  const isMeasured = main.kind === 'mass' || main.kind === 'volume'
  const before = text.slice(main.end, mention.start)
  return !isMeasured && (/^\s*[(x×]?\s*$/iu.test(before) || /(?:^|\s)(?:of|de|d['’])\s*$/iu.test(before))
}

function trimmed(pieces: readonly Piece[]): Piece[] {
  return pieces
    .map((piece, index) => {
      const start = index === 0 ? piece.text.trimStart() : piece.text
      return { ...piece, text: index === pieces.length - 1 ? start.trimEnd() : start }
    })
    .filter(({ text }) => text !== '')
}
