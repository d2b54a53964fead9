/**
 * Search in the caller's recipes, fast enough to run per keystroke over thousands. Loaded after the first rows.
 *
 * A recipe matches if each query word is a prefix of a word in its title, ingredients, tags or author. Case and accents
 * are ignored. A word that no recipe contains matches with one typo.
 */
import { isFood } from '../../../../shared/lib/foods/food'
import { fold } from '../../../../shared/lib/list/fold'
import type { RecipeCard } from '../../../../shared/lib/recipe/recipe'
import { countAtHome, foodsAtHome, homeTest } from './at-home'
import { ingredientsOf, leavesOut, once, type Test } from './left-out'
import { startsWithOneTypo } from './one-typo'
import { filtersOf, readSearch, type Search } from './read-search'

/** Search index of a card: folded words, each with a leading space. */
interface Words {
  readonly title: string
  readonly all: string
}

/** Cache of folded cards. A change creates a new card object, which invalidates the entry. */
const known = new WeakMap<RecipeCard, Words>()
/** Words of all cards so far, to find typos. */
const vocabulary = new Set<string>()

function wordsOf(card: RecipeCard): Words {
  const before = known.get(card)
  if (before !== undefined) return before
  const title = ` ${fold(card.title ?? '')}`
  const rest = [...card.tags.map(({ name }) => name), ...card.ingredientNames, card.author ?? '']
  const words = { title, all: `${title} ${fold(rest.join(' '))}` }
  known.set(card, words)
  for (const word of words.all.split(' ')) vocabulary.add(word)
  return words
}

/** Folds cards ahead of the first search until `timeLeft` runs out; returns the index to resume from. */
export function prepare(cards: readonly RecipeCard[], from: number, timeLeft: () => number): number {
  let index = from
  while (index < cards.length && timeLeft() > 1) {
    for (const card of cards.slice(index, index + 20)) {
      wordsOf(card)
      ingredientsOf(card)
    }
    index += 20
  }
  return Math.min(index, cards.length)
}

/** Subscribes to the foods at home, on which results depend. */
export const { subscribe, read: atHome } = foodsAtHome

let last = { text: '', search: readSearch('', isFood) }

/** The search that a text describes. */
export function searchOf(text: string): Search {
  if (last.text !== text) last = { text, search: readSearch(text, isFood) }
  return last.search
}

/** Ranks of matches, best first. */
const LITERAL_TITLE = 0
const IN_TITLE = 1
const ELSEWHERE = 2
const NONE = 3

/** Minimum length of a word with a typo; shorter words resemble too many others. */
const MIN_LETTERS = 4
/** Maximum number of words that a typo may stand for. */
const MAX_ALTERNATIVES = 60

/** Words or their probable spellings, each with a leading space. A recipe must have one of each. */
type Wanted = readonly (readonly string[])[]

/** Matches in input order, best first. */
export function find<Thing>(things: readonly Thing[], cardOf: (thing: Thing) => RecipeCard, text: string): Thing[] {
  const search = searchOf(text)
  const hasFilters = filtersOf(search).length > 0
  const leftOut = search.without.length === 0 ? null : once(anyOf(search.without.map(leavesOut)))
  const passing = hasFilters ? things.filter((thing) => passes(cardOf(thing), search, leftOut)) : things
  const index = passing.map((thing) => wordsOf(cardOf(thing)))
  const wanted = spellings(search.words, index)
  // Prefers titles with the whole phrase, such as "sin amasar".
  const literal = hasFilters ? spaced(fold(text).split(' ')) : wanted
  const ranks: Thing[][] = [[], [], []]
  passing.forEach((thing, place) => {
    const words = index[place]
    if (words !== undefined) ranks[rankOf(words, wanted, literal)]?.push(thing)
  })
  const found = ranks.flat()
  return search.isByHome ? byHome(found, cardOf) : found
}

const spaced = (words: readonly string[]): Wanted => words.map((word) => [` ${word}`])

function anyOf(tests: readonly Test[]): Test {
  return (ingredient) => tests.some((test) => test(ingredient))
}

function passes(card: RecipeCard, { mostMinutes, leastStars, isNeverMade }: Search, leftOut: Test | null): boolean {
  if (mostMinutes !== null && (card.total_time ?? Number.POSITIVE_INFINITY) > mostMinutes) return false
  if (leastStars !== null && (card.rating ?? 0) < leastStars) return false
  if (isNeverMade && (card.status !== 'SUCCESS' || card.lastMadeOn !== null)) return false
  return leftOut === null || !ingredientsOf(card).some(leftOut)
}

function rankOf({ title, all }: Words, wanted: Wanted, literal: Wanted): number {
  if (has(title, literal)) return LITERAL_TITLE
  if (!has(all, wanted)) return NONE
  return has(title, wanted) ? IN_TITLE : ELSEWHERE
}

function has(text: string, wanted: Wanted): boolean {
  return wanted.every((some) => some.some((word) => text.includes(word)))
}

/** For each word that no card contains, words that differ by one typo. */
function spellings(words: readonly string[], index: readonly Words[]): Wanted {
  return words.map((word) => {
    const exact = ` ${word}`
    const isWord = word.length >= MIN_LETTERS && !/\d/.test(word)
    if (!isWord || index.some(({ all }) => all.includes(exact))) return [exact]
    const similar = [...vocabulary].filter((candidate) => startsWithOneTypo(candidate, word))
    return similar.length === 0 ? [exact] : similar.slice(0, MAX_ALTERNATIVES).map((candidate) => ` ${candidate}`)
  })
}

/** Fewest missing ingredients first; recipes without ingredients last. */
function byHome<Thing>(things: readonly Thing[], cardOf: (thing: Thing) => RecipeCard): Thing[] {
  const isAtHome = homeTest(foodsAtHome.read())
  const rows = things.map((thing) => {
    const { have, all } = countAtHome(cardOf(thing), isAtHome)
    return { thing, missing: all === 0 ? Number.POSITIVE_INFINITY : all - have, have }
  })
  return rows
    .sort((a, b) => (a.missing === b.missing ? b.have - a.have : a.missing - b.missing))
    .map(({ thing }) => thing)
}
