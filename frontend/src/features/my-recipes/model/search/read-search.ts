/**
 * Parses a search: words, and phrases in three languages that filter or sort, such as "without nuts", "menos de 30
 * minutos" and "jamais cuisiné". Phrases of all languages are recognised in each.
 */
import { fold } from '../../../../shared/lib/list/fold'
import {
  AND,
  ARTICLES,
  AT_HOME,
  BESIDE,
  HOUR,
  MINUTE,
  NEVER_MADE,
  SPELT_TIMES,
  STARS,
  TIME_AFTER,
  TIME_BEFORE,
  WITH,
  WITHOUT,
} from './phrases'

export interface Search {
  /** Folded words; a recipe must have all. */
  readonly words: readonly string[]
  /** Folded foods; a recipe must have none. */
  readonly without: readonly string[]
  /** Maximum total time in minutes; recipes without a time do not match. */
  readonly mostMinutes: number | null
  /** Minimum rating in stars. */
  readonly leastStars: number | null
  /** Only recipes that were never cooked. */
  readonly isNeverMade: boolean
  /** Whether recipes are sorted by foods at home. */
  readonly isByHome: boolean
}

/** Kinds of filters in a search. */
export const FILTERS = ['without', 'time', 'stars', 'never_made', 'home'] as const
export type Filter = (typeof FILTERS)[number]

/** Limits, so that pasted text does not slow down each keystroke. */
const MAX_WORDS = 12
const LONGEST_QUERY = 200
const LONGEST_FOOD = 4

/** Stands for a comma or another phrase in folded text. */
const COMMA = '|'
const PHRASE = '#'

const any = (words: readonly string[]) => `(?:${[...words].sort((a, b) => b.length - a.length).join('|')})`
const TIME = `(\\d{1,4}) ?(?:(${any(MINUTE)})|${any(HOUR)}(?: ?(\\d{1,2})(?: ?${any(MINUTE)})?)?)`
const whole = (pattern: string) => new RegExp(`(?<![\\p{L}\\p{N}])${pattern}(?![\\p{L}\\p{N}])`, 'gu')

const READ_TIME_BEFORE = whole(`${any(TIME_BEFORE)} ${TIME}`)
const READ_TIME_AFTER = whole(`${TIME} ${any(TIME_AFTER)}`)
const READ_STARS = whole(`(?:${any(BESIDE)} )?([1-5]) ?${any(STARS)}(?: ${any(BESIDE)})?`)
const READ_NEVER_MADE = whole(any(NEVER_MADE))
const READ_AT_HOME = whole(any(AT_HOME))

/** @param isFood whether folded words are the name of one food, such as "soy sauce" */
export function readSearch(text: string, isFood: (name: string) => boolean): Search {
  let rest = folded(text.slice(0, LONGEST_QUERY))
  let mostMinutes: number | null = null
  let leastStars: number | null = null
  const take = (pattern: RegExp, on: (match: readonly (string | undefined)[]) => void) => {
    rest = rest.replace(pattern, (...match: (string | undefined)[]) => {
      on(match)
      return PHRASE
    })
  }
  const onTime = ([, count = '', minutes, more = '0']: readonly (string | undefined)[]) => {
    mostMinutes = minutes === undefined ? Number(count) * 60 + Number(more) : Number(count)
  }
  let isNeverMade = false
  let isByHome = false
  take(READ_AT_HOME, () => {
    isByHome = true
  })
  take(READ_NEVER_MADE, () => {
    isNeverMade = true
  })
  take(READ_TIME_BEFORE, onTime)
  take(READ_TIME_AFTER, onTime)
  take(READ_STARS, ([, stars]) => {
    leastStars = Number(stars)
  })
  const hasPhrase = rest.includes(PHRASE)
  const { words, without } = splitFoods(rest.split(' '), isFood)
  const left = hasPhrase || without.length > 0 ? words.filter((word) => !WITH.has(word) && !AND.has(word)) : words
  return {
    words: [...new Set(left)].slice(0, MAX_WORDS),
    without: [...new Set(without)].slice(0, MAX_WORDS),
    mostMinutes,
    leastStars,
    isNeverMade,
    isByHome,
  }
}

/** The kinds of filters in a search. */
export function filtersOf(search: Search): Filter[] {
  const is: Readonly<Record<Filter, boolean>> = {
    without: search.without.length > 0,
    time: search.mostMinutes !== null,
    stars: search.leastStars !== null,
    never_made: search.isNeverMade,
    home: search.isByHome,
  }
  return FILTERS.filter((filter) => is[filter])
}

/** Folded text; signs with a meaning are spelt out, and commas are kept. */
function folded(text: string): string {
  const spelt = text
    .replace(/★+/g, (stars) => ` ${stars.length} stars `)
    .replace(/(\d)\s*\+/g, '$1 ')
    .replace(/(^|\s)-(?=\p{L})/gu, '$1without ')
    .replace(/[<≤]=?\s*(?=\d)/g, ' under ')
    .replace(/(\d+)[.,]5\s*h\p{L}*/giu, (_, hours: string) => `${Number(hours) * 60 + 30} min `)
  const parts = spelt.split(/[,;]+/).map(fold)
  return SPELT_TIMES.reduce(
    (known, [said, minutes]) => known.replace(whole(said), `${minutes} min`),
    parts.filter((part) => part !== '').join(` ${COMMA} `),
  )
}

/** Splits off the foods after "without", up to "with", another phrase, or the end. */
function splitFoods(tokens: readonly string[], isFood: (name: string) => boolean) {
  const words: string[] = []
  const without: string[] = []
  let isLeftOut = false
  let food: string[] = []
  const end = () => {
    const bare = food.filter((word) => !ARTICLES.has(word))
    food = []
    let length = Math.min(bare.length, LONGEST_FOOD)
    while (length > 1 && !isFood(bare.slice(0, length).join(' '))) length -= 1
    if (length > 0) without.push(bare.slice(0, length).join(' '))
    words.push(...bare.slice(length))
  }
  for (const token of tokens) {
    if (WITHOUT.has(token)) {
      end()
      isLeftOut = true
    } else if (token.includes(PHRASE) || WITH.has(token)) {
      end()
      isLeftOut = false
    } else if (token === COMMA || (isLeftOut && AND.has(token))) end()
    else if (isLeftOut) food.push(token)
    else if (token !== '') words.push(token)
  }
  end()
  return { words, without }
}
