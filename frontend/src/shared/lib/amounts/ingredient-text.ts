import type { Ingredient } from '../recipe/recipe'

/** An ingredient line cut for the eye; put together again, the parts are the line as its source writes it. */
export interface LineParts {
  /** What it begins with, when that is its amount: `1 ½ cups`. */
  readonly amount: string
  readonly middle: string
  /** What it ends with, when that is the note, with the comma or bracket before it: `, finely chopped`. */
  readonly note: string
}

type Line = Pick<Ingredient, 'text' | 'quantity' | 'unit' | 'name' | 'note'>

/** Cuts a line into amount, middle and note. No word is lost or moved, however wrongly its parts were told apart. */
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

/** Quantity and unit, with or without a space between them, else the quantity alone; never half a word. */
function amountAtStart(text: string, { quantity, unit }: Line): string {
  if (quantity === '' || !text.startsWith(quantity)) return ''
  const afterQuantity = text.slice(quantity.length)
  if (unit !== '') {
    const gap = afterQuantity.length - afterQuantity.trimStart().length
    const end = gap + unit.length
    if (afterQuantity.startsWith(unit, gap) && endsWord(afterQuantity, end)) return text.slice(0, quantity.length + end)
  }
  // What belongs to the number would be torn from it: "1/2", "1 - 2", "2,5".
  if (!endsWord(text, quantity.length) || /^\s*[+/–-]|^[.,]\p{N}/u.test(afterQuantity)) return ''
  return quantity
}

/** The whole note, else its last part: of "large, chopped" for "1 large onion, chopped" that is "chopped". */
function endingNote(rest: string, note: string): string {
  const lastPart = note.slice(note.lastIndexOf(', ') + 1).trim()
  return noteAtEnd(rest, note) || noteAtEnd(rest, lastPart)
}

function noteAtEnd(rest: string, note: string): string {
  if (note === '') return ''
  const start = rest.lastIndexOf(note)
  // What follows it may only close it.
  if (start <= 0 || !/^[\s).\]]*$/.test(rest.slice(start + note.length))) return ''
  const opening = /\s*[,;:(–—-]?\s*$/.exec(rest.slice(0, start))
  const end = rest.length - start + (opening?.[0].length ?? 0)
  // All of the line is no note.
  return end >= rest.trimStart().length ? '' : rest.slice(rest.length - end)
}

function endsWord(text: string, at: number): boolean {
  return at >= text.length || !/[\p{L}\p{N}]/u.test(text.charAt(at))
}
