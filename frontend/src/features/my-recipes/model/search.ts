/**
 * Search over the caller's recipes, fast enough to run per keystroke over thousands.
 *
 * A recipe matches if each query word is a prefix of a word in its title, ingredients, tags or author. Case and accents
 * are ignored.
 */
import type { RecipeCard } from '../../../shared/lib/recipe/recipe'

/** Folded query words; empty matches everything. */
export type Query = readonly string[]

/** Search index of a card: folded words, each with a leading space. */
interface Words {
  readonly title: string
  readonly all: string
}

/** Letters that Unicode does not decompose. */
const SPELT_OUT: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ı: 'i' }

/** Lowercases, strips accents, and separates words by single spaces. */
export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}+/gu, '')
    .replace(/[ßæœøłđı]/g, (letter) => SPELT_OUT[letter] ?? letter)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** Limits, so that pasted text does not slow down each keystroke. */
const MOST_WORDS = 12
const LONGEST_QUERY = 200

export function readQuery(text: string): Query {
  const folded = fold(text.slice(0, LONGEST_QUERY))
  return folded === '' ? [] : [...new Set(folded.split(' '))].slice(0, MOST_WORDS)
}

/** Cache of folded cards. A change creates a new card object, which invalidates the entry. */
const known = new WeakMap<RecipeCard, Words>()

function wordsOf(card: RecipeCard): Words {
  const before = known.get(card)
  if (before !== undefined) return before
  const title = ` ${fold(card.title ?? '')}`
  const rest = [...card.tags.map(({ name }) => name), ...card.ingredientNames, card.author ?? '']
  const words = { title, all: `${title} ${fold(rest.join(' '))}` }
  known.set(card, words)
  return words
}

/** Folds cards ahead of the first search until `timeLeft` runs out; returns the index to resume from. */
export function prepare(cards: readonly RecipeCard[], from: number, timeLeft: () => number): number {
  let index = from
  while (index < cards.length && timeLeft() > 1) {
    for (const card of cards.slice(index, index + 20)) wordsOf(card)
    index += 20
  }
  return Math.min(index, cards.length)
}

/** Where the query matches; null if a word is missing. */
export function match(card: RecipeCard, query: Query): 'title' | 'elsewhere' | null {
  const { title, all } = wordsOf(card)
  if (!query.every((word) => all.includes(` ${word}`))) return null
  return query.every((word) => title.includes(` ${word}`)) ? 'title' : 'elsewhere'
}

/** Matches in input order, title matches first. */
export function search<Thing>(things: readonly Thing[], cardOf: (thing: Thing) => RecipeCard, query: Query): Thing[] {
  if (query.length === 0) return [...things]
  const byTitle: Thing[] = []
  const elsewhere: Thing[] = []
  for (const thing of things) {
    const where = match(cardOf(thing), query)
    if (where === 'title') byTitle.push(thing)
    else if (where === 'elsewhere') elsewhere.push(thing)
  }
  return [...byTitle, ...elsewhere]
}
