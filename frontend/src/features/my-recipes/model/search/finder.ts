/**
 * Search in the caller's recipes, fast enough to run per keystroke over thousands. Loaded after the first rows.
 *
 * A recipe matches if each query word is a prefix of a word in its title, ingredients, tags or author. Case and accents
 * are ignored. A word that no recipe contains matches with one typo.
 */
import { isFood } from '../../../../shared/lib/foods/food'
import { fold } from '../../../../shared/lib/list/fold'
import { memoizePerCard } from '../../../../shared/lib/recipe/memoize-per-card'
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

/** Words of all cards so far, to find typos. */
const vocabulary = new Set<string>()

const wordsOf = memoizePerCard((card): Words => {
  const title = ` ${fold(card.title ?? '')}`
  const rest = [...card.tags.map(({ name }) => name), ...card.ingredientNames, card.author ?? '']
  const words = { title, all: `${title} ${fold(rest.join(' '))}` }
  for (const word of words.all.split(' ')) vocabulary.add(word)
  return words
})

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
  const all = hasFilters ? passing(things, cardOf, search) : things
  const earlier = hasFilters ? all : (earlierMatches(all, search.words) ?? all)
  const contains = (word: string) => {
    const isIn = (thing: Thing) => wordsOf(cardOf(thing)).all.includes(word)
    return earlier.some(isIn) || (earlier !== all && all.some(isIn))
  }
  const wanted = search.words.map((word) => spellings(word, contains))
  const isExact = wanted.every((some, index) => some[0] === ` ${search.words[index]}`)
  // Another spelling may match recipes that the start of the word did not.
  const candidates = isExact ? earlier : all
  // Prefers titles with the whole phrase, such as "sin amasar".
  const literal = hasFilters ? spaced(fold(text).split(' ')) : wanted
  const matches: Thing[] = []
  const ranks: Thing[][] = [[], [], []]
  for (const thing of candidates) {
    const rank = rankOf(wordsOf(cardOf(thing)), wanted, literal)
    if (rank === NONE) continue
    matches.push(thing)
    ranks[rank]?.push(thing)
  }
  if (!hasFilters && isExact) keepMatches(all, search.words, matches)
  const found = ranks.flat()
  return search.isByHome ? byHome(found, cardOf) : found
}

interface Matches {
  readonly words: readonly string[]
  /** In list order. */
  readonly things: readonly unknown[]
}

/** Maximum number of results kept, about the length of a word. */
const MAX_RESULTS = 12
/** Latest results in one list, so that typing on, or deleting a letter, does not search the whole list. */
let latest: { readonly list: readonly unknown[]; results: readonly Matches[] } = { list: [], results: [] }

/** The smallest earlier result that contains all matches of these words; undefined without one. */
function earlierMatches<Thing>(list: readonly Thing[], words: readonly string[]): readonly Thing[] | undefined {
  if (latest.list !== list) return undefined
  const [best] = latest.results
    .filter((result) => result.words.every((start) => words.some((word) => word.startsWith(start))))
    .sort((a, b) => a.things.length - b.things.length)
  return best?.things as readonly Thing[] | undefined
}

function keepMatches(list: readonly unknown[], words: readonly string[], things: readonly unknown[]): void {
  const others = latest.list === list ? latest.results : []
  latest = { list, results: [{ words, things }, ...others].slice(0, MAX_RESULTS) }
}

const spaced = (words: readonly string[]): Wanted => words.map((word) => [` ${word}`])

function anyOf(tests: readonly Test[]): Test {
  return (ingredient) => tests.some((test) => test(ingredient))
}

function passing<Thing>(
  things: readonly Thing[],
  cardOf: (thing: Thing) => RecipeCard,
  { without, mostMinutes, leastStars, isNeverMade }: Search,
): Thing[] {
  const leftOut = without.length === 0 ? null : once(anyOf(without.map(leavesOut)))
  return things.filter((thing) => {
    const card = cardOf(thing)
    if (mostMinutes !== null && (card.total_time ?? Number.POSITIVE_INFINITY) > mostMinutes) return false
    if (leastStars !== null && (card.rating ?? 0) < leastStars) return false
    if (isNeverMade && (card.status !== 'SUCCESS' || card.lastMadeOn !== null)) return false
    return leftOut === null || !ingredientsOf(card).some(leftOut)
  })
}

function rankOf({ title, all }: Words, wanted: Wanted, literal: Wanted): number {
  if (literal === wanted && !has(all, wanted)) return NONE
  if (has(title, literal)) return LITERAL_TITLE
  if (!has(all, wanted)) return NONE
  return has(title, wanted) ? IN_TITLE : ELSEWHERE
}

/** A loop, because this runs for every recipe at each keystroke. */
function has(text: string, wanted: Wanted): boolean {
  for (const some of wanted) {
    if (
      some.length === 1 && some[0] !== undefined ? !text.includes(some[0]) : !some.some((word) => text.includes(word))
    )
      return false
  }
  return true
}

/** The word, or if no recipe contains it, words that differ by one typo. Each with a leading space. */
function spellings(word: string, contains: (word: string) => boolean): readonly string[] {
  const exact = ` ${word}`
  const isWord = word.length >= MIN_LETTERS && !/\d/.test(word)
  if (!isWord || contains(exact)) return [exact]
  const similar = [...vocabulary].filter((candidate) => startsWithOneTypo(candidate, word))
  return similar.length === 0 ? [exact] : similar.slice(0, MAX_ALTERNATIVES).map((candidate) => ` ${candidate}`)
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
