import data from 'virtual:grocery-data'
import { stemsOf } from '../../../shared/lib/amounts/stems'
import type { Language } from '../../../shared/lib/recipe/recipe'
import type { Aisle, KnownFood } from './grocery-words'

/*
 * Which food a name means: by the names of the food table in lambdas/recipe/foods, in three languages. A food that the
 * table does not know is known by its own words.
 */

/** What a list has to know of a food by its name. */
export interface NamedFood {
  /** Two names with the same key are the same thing to buy. */
  readonly key: string
  readonly aisle: Aisle
  /** Whether nearly every kitchen has it. */
  readonly home: boolean
}

interface Entry {
  readonly food: KnownFood
  /** Its place in the table. */
  readonly index: number
  /** Whether this is its usual name. The others are names of its kin: port is a red wine, and not to be bought for one. */
  readonly usual: boolean
}

const LANGUAGES: readonly Language[] = ['en', 'es', 'fr']
/** More words than these tell of a food what no table knows. */
const MOST_WORDS = 12
/** The names of the table have no more. */
const MOST_WORDS_OF_A_NAME = 6
const FRESH: ReadonlySet<Aisle> = new Set<Aisle>(['produce', 'meat', 'bakery', 'other'])

const NAMES: Readonly<Record<Language, ReadonlyMap<string, Entry>>> = {
  en: namesIn(0),
  es: namesIn(1),
  fr: namesIn(2),
}
const MOVING = data.moving.flatMap(([aisle, words]) => words.flatMap(stemsOf).map((stem) => [stem, aisle] as const))
/** Words that make a name no other food; those that move it to another aisle do. */
const BESIDE = new Set(data.beside.flatMap(stemsOf).filter((stem) => !MOVING.some(([moving]) => moving === stem)))

/** The first food of a name has it, and its usual name goes before the further names of all others. */
function namesIn(place: number): Map<string, Entry> {
  const names = new Map<string, Entry>()
  for (const usual of [true, false]) {
    data.foods.forEach((food, index) => {
      const all = food.names[place] ?? []
      for (const name of usual ? all.slice(0, 1) : all.slice(1)) {
        const key = stemsOf(name).join(' ')
        if (!names.has(key)) names.set(key, { food, index, usual })
      }
    })
  }
  return names
}

/** @param language of the name; null where it is not known, which is read as English first. */
export function foodOf(name: string, language: Language | null): NamedFood {
  const all = stemsOf(name).slice(0, MOST_WORDS)
  const stems = withoutBeside(all, language)
  const whole = named(stems, language)
  const found = whole ?? within(stems, language)
  const aisle = found?.food.aisle ?? 'other'
  const moved = whole?.usual === true ? undefined : MOVING.find(([stem]) => all.includes(stem))?.[1]
  return {
    key: whole?.usual === true ? `#${whole.index}` : stems.join(' '),
    aisle: moved !== undefined && FRESH.has(aisle) ? moved : aisle,
    home: found?.food.home === true && moved === undefined,
  }
}

/** The words of a name that tell what it is. A food of its own keeps all of them: crushed tomatoes are no tomatoes. */
function withoutBeside(stems: readonly string[], language: Language | null): readonly string[] {
  const bare = stems.filter((stem) => !BESIDE.has(stem))
  const whole = named(stems, language)
  const isOther = whole !== null && whole.index !== named(bare, language)?.index
  return isOther || bare.length === 0 ? stems : bare
}

/** The food that these words are a name of, in the line's own language or, failing that, in another. */
function named(stems: readonly string[], language: Language | null): Entry | null {
  const key = stems.join(' ')
  if (language !== null) return NAMES[language].get(key) ?? null
  for (const each of LANGUAGES) {
    const entry = NAMES[each].get(key)
    if (entry !== undefined) return entry
  }
  return null
}

/** The food with the longest name among these words. English says last what a thing is, Spanish and French say it first. */
function within(stems: readonly string[], language: Language | null): Entry | null {
  for (let count = Math.min(stems.length, MOST_WORDS_OF_A_NAME); count > 0; count -= 1) {
    const starts = Array.from({ length: stems.length - count + 1 }, (_, start) => start)
    if (language === null || language === 'en') starts.reverse()
    for (const start of starts) {
      const entry = named(stems.slice(start, start + count), language)
      if (entry !== null) return entry
    }
  }
  return null
}
