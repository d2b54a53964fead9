/**
 * The search over one's own recipes: pure, and quick enough to run on every keystroke over thousands.
 *
 * A recipe matches when each word of the query begins a word of its title, its ingredients, its tags or its author. Case and
 * accents do not count: nobody looks for "crème brûlée" with all its accents on a phone.
 */
import type { RecipeCard } from '../../../shared/lib/recipe/recipe'

/** A query's words, folded; empty when it asks for nothing. */
export type Query = readonly string[]

/** What a card is searched by: folded words, each with a space before it. */
interface Words {
  readonly title: string
  readonly all: string
}

/** Letters that are no letter plus accent, as people type them without the right keyboard. */
const SPELT_OUT: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ı: 'i' }

/** Text without case and accents, its words divided by single spaces; none at its ends. */
export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}+/gu, '')
    .replace(/[ßæœøłđı]/g, (letter) => SPELT_OUT[letter] ?? letter)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** More words than anybody types; a pasted page must not make each keystroke slow. */
const MOST_WORDS = 12
const LONGEST_QUERY = 200

export function readQuery(text: string): Query {
  const folded = fold(text.slice(0, LONGEST_QUERY))
  return folded === '' ? [] : [...new Set(folded.split(' '))].slice(0, MOST_WORDS)
}

/** Folding is the dear part, so it is done once a card; a change makes a new card and drops the old one's words. */
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

/** Folds cards ahead of the first keystroke, as many as fit before `timeLeft` runs out; the index to go on from. */
export function prepare(cards: readonly RecipeCard[], from: number, timeLeft: () => number): number {
  let index = from
  while (index < cards.length && timeLeft() > 1) {
    for (const card of cards.slice(index, index + 20)) wordsOf(card)
    index += 20
  }
  return Math.min(index, cards.length)
}

/** Where the query's words stand in a card, or null when one of them does not. */
export function match(card: RecipeCard, query: Query): 'title' | 'elsewhere' | null {
  const { title, all } = wordsOf(card)
  if (!query.every((word) => all.includes(` ${word}`))) return null
  return query.every((word) => title.includes(` ${word}`)) ? 'title' : 'elsewhere'
}

/** Those of `things` that match, in their order, but those whose title alone matches first. */
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
