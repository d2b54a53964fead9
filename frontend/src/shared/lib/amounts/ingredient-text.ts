import type { Ingredient } from '../recipe/recipe'

/** An ingredient line split for display. The parts contain the line in order, without the spaces between them. */
export interface LineParts {
  /** Amount at the start: `1 ½ cups`. */
  readonly amount: string
  readonly middle: string
  /** Note at the end, with its comma or bracket: `, finely chopped`. */
  readonly note: string
}

type Line = Pick<Ingredient, 'text' | 'quantity' | 'unit' | 'name' | 'note'>

/** Splits a line into amount, middle and note. All text is kept in order, even if the parsed parts are wrong. */
export function partsOfLine(line: Line): LineParts {
  const text = line.text === '' ? joined(line) : line.text
  const amount = amountAtStart(text, line)
  const rest = text.slice(amount.length)
  const note = endingNote(rest, line.note ?? '')
  return { amount: amount.trim(), middle: rest.slice(0, rest.length - note.length).trim(), note: note.trim() }
}

function joined({ quantity, unit, name, note }: Line): string {
  const words = [quantity, unit, name].filter((part) => part !== '').join(' ')
  return note === null || note === '' ? words : `${words}, ${note}`
}

/** Quantity and unit at the start, or the quantity alone; never splits a word. */
function amountAtStart(text: string, { quantity, unit }: Line): string {
  if (quantity === '' || !text.startsWith(quantity)) return ''
  const afterQuantity = text.slice(quantity.length)
  if (unit !== '') {
    const gap = afterQuantity.length - afterQuantity.trimStart().length
    const end = gap + unit.length
    if (afterQuantity.startsWith(unit, gap) && endsWord(afterQuantity, end)) return text.slice(0, quantity.length + end)
  }
  // Do not split numbers: "1/2", "1 - 2", "2,5".
  if (!endsWord(text, quantity.length) || /^\s*[+/–-]|^[.,]\p{N}/u.test(afterQuantity)) return ''
  return quantity
}

/** The whole note, or its last part: for "1 large onion, chopped" with note "large, chopped" it is "chopped". */
function endingNote(rest: string, note: string): string {
  const lastPart = note.slice(note.lastIndexOf(', ') + 1).trim()
  return noteAtEnd(rest, note) || noteAtEnd(rest, lastPart)
}

function noteAtEnd(rest: string, note: string): string {
  if (note === '') return ''
  const start = rest.lastIndexOf(note)
  // Only closing punctuation may follow.
  if (start <= 0 || !/^[\s).\]]*$/.test(rest.slice(start + note.length))) return ''
  const opening = /\s*[,;:(–—-]?\s*$/.exec(rest.slice(0, start))
  const end = rest.length - start + (opening?.[0].length ?? 0)
  // The note must not be the whole line.
  return end >= rest.trimStart().length ? '' : rest.slice(rest.length - end)
}

function endsWord(text: string, at: number): boolean {
  return at >= text.length || !/[\p{L}\p{N}]/u.test(text.charAt(at))
}
