import Fraction from 'fraction.js'
import { inPlainFractions } from '../../../shared/lib/amounts/amount-text'
import { densityOf } from '../../../shared/lib/amounts/densities'
import { showLine } from '../../../shared/lib/amounts/line-amounts'
import type { UnitSystem } from '../../../shared/lib/amounts/units'
import { foodOf } from '../../../shared/lib/foods/food'
import { AISLES, type Aisle } from '../../../shared/lib/foods/food-data'
import type { Ingredient, Language } from '../../../shared/lib/recipe/recipe'
import { added, type Part, partsOf, writePart } from './amounts'

/** Parsed ingredient line as stored in the list. */
export type ListedLine = Pick<Ingredient, 'quantity' | 'unit' | 'name' | 'note' | 'text'>

/** Lines of one recipe, or a free-text entry. */
export interface Source {
  readonly title: string | null
  readonly language: Language | null
  /** Scaling factor as a fraction: "3/2". */
  readonly factor: string
  readonly lines: readonly ListedLine[]
}

/** One thing to buy, merged from lines of one or more recipes. */
export interface Item {
  readonly key: string
  /** Name as in the first line. */
  readonly name: string
  readonly language: Language | null
  readonly parts: readonly Part[]
  /** Formatted amount: "200 g + 2 cups"; empty if unknown. */
  readonly amount: string
  /** Whether it has an amount that could not be scaled. */
  readonly isUnscaled: boolean
  /** Size note of a single line: "14 oz each". */
  readonly note: string
  readonly aisle: Aisle
  /** Whether it is a pantry staple. */
  readonly home: boolean
  /** Distinct recipe titles, in source order. */
  readonly titles: readonly string[]
  /** Its lines, as indexes of source and line. */
  readonly lines: readonly { readonly source: number; readonly line: number }[]
}

interface Placed {
  readonly line: ListedLine
  readonly from: Source
  readonly factor: Fraction
  readonly place: { readonly source: number; readonly line: number }
}

/**
 * Merges the lines of the sources to items, in order of first appearance.
 * @param system unit system of the amounts; null keeps the lines' own
 */
export function itemsOf(sources: readonly Source[], system: UnitSystem | null): Item[] {
  const groups = new Map<string, Placed[]>()
  sources.forEach((from, source) => {
    const factor = factorOf(from.factor)
    from.lines.forEach((line, index) => {
      const placed = { line, from, factor, place: { source, line: index } }
      const { key } = foodOf(nameOf(placed), from.language)
      groups.set(key, [...(groups.get(key) ?? []), placed])
    })
  })
  return Array.from(groups, ([key, lines]) => itemOf(key, lines, system))
}

function itemOf(key: string, lines: readonly Placed[], system: UnitSystem | null): Item {
  const [first] = lines
  if (first === undefined) throw new Error('an item has no line')
  const name = nameOf(first)
  const { language } = first.from
  const lineParts = lines.map(({ line, factor, from }) => partsOf(line, factor, from.language))
  const parts = added(
    lineParts.flatMap((of, index) => (lines[index]?.line.name === '' ? [] : of.parts)),
    densityOf(name),
    system,
  )
  const { aisle, home } = foodOf(name, language)
  return {
    key,
    name,
    language,
    parts,
    amount: [...parts.map(writePart), ...unread(lines, lineParts)].join(' + '),
    isUnscaled: lineParts.some((of) => of.isUnscaled),
    note: lines.length === 1 ? sizeIn(first, system) : '',
    aisle: parts.some(({ unit }) => unit === 'can') && aisle !== 'drinks' ? 'canned' : aisle,
    home,
    titles: [...new Set(lines.flatMap(({ from }) => from.title ?? []))],
    lines: lines.map(({ place }) => place),
  }
}

/** Name of a line; the whole text if it was not parsed. */
function nameOf({ line, from, factor }: Pick<Placed, 'line' | 'from' | 'factor'>): string {
  const name = line.name.trim()
  if (name !== '') return name
  const { amount, middle, note } = showLine(line, { factor, system: null }, from.language)
  return [amount, middle, note]
    .map((pieces) => pieces.map(({ text }) => text).join(''))
    .join(' ')
    .trim()
}

/** Amounts that are not scaled, verbatim: "a little". */
function unread(lines: readonly Placed[], lineParts: readonly { readonly parts: readonly Part[] }[]): string[] {
  const texts = lines.flatMap(({ line }, index) =>
    lineParts[index]?.parts.length === 0 && line.name !== ''
      ? [line.quantity, line.unit].filter(Boolean).join(' ')
      : [],
  )
  return [...new Set(texts.filter((text) => text !== ''))]
}

/** A note is shown only if it has a number, which suggests a size. */
function sizeIn({ line, from, factor }: Placed, system: UnitSystem | null): string {
  const note = line.note ?? ''
  if (!/[\p{N}]/u.test(note) || line.name === '') return ''
  const shown = showLine(line, { factor, system }, from.language).note.map(({ text }) => text)
  return (shown.length > 0 ? shown.join('') : note).replace(/^[\s,;:(–—-]+|[\s).]+$/gu, '')
}

/** Parses a stored factor; 1 if invalid. */
export function factorOf(text: string): Fraction {
  return /^[1-9]\d{0,8}(?:\/[1-9]\d{0,8})?$/.test(text) ? new Fraction(text) : new Fraction(1)
}

/** Non-empty aisles in walking order, with their items. */
export function byAisle<Placed extends { readonly aisle: Aisle }>(
  items: readonly Placed[],
  order: readonly Aisle[] = AISLES,
): { aisle: Aisle; items: Placed[] }[] {
  return order
    .map((aisle) => ({ aisle, items: items.filter((item) => item.aisle === aisle) }))
    .filter((group) => group.items.length > 0)
}

/** One-line text of an item: "flour – 200 g + 2 cups". */
export function textOfItem({ name, amount, note }: Item): string {
  const details = [amount, note].filter((text) => text !== '').join(', ')
  return inPlainFractions(details === '' ? name : `${name} – ${details}`)
}
