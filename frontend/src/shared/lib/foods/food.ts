import data from 'virtual:grocery-data'
import { stemsOf } from '../amounts/stems'
import type { Language } from '../recipe/recipe'
import type { Aisle, FoodKind, KnownFood } from './food-data'

/*
 * Maps names to foods of the food table (lambdas/recipe/foods) in three languages. An unknown food is identified by its
 * own words.
 */

/** A food as the table describes it; an unknown food has defaults. */
export interface NamedFood {
  /** Names with the same key are the same thing to buy. */
  readonly key: string
  readonly aisle: Aisle
  /** Whether it is a pantry staple. */
  readonly home: boolean
  /** Row of the table; null for an unknown food. Rows change with the table, so they are not stored. */
  readonly row: number | null
  readonly kinds: readonly FoodKind[]
}

interface Entry {
  readonly food: KnownFood
  /** Index in the table. */
  readonly index: number
  /**
   * Whether this is its primary name. Other names may be related foods: port counts as red wine but is not sold as one.
   */
  readonly usual: boolean
}

const LANGUAGES: readonly Language[] = ['en', 'es', 'fr']
/** Maximum number of words of an unknown food's key. */
const MAX_WORDS = 12
/** Maximum number of words of a name in the table. */
const MAX_WORDS_OF_A_NAME = 6
const FRESH: ReadonlySet<Aisle> = new Set<Aisle>(['produce', 'meat', 'bakery', 'other'])

const NAMES: Readonly<Record<Language, ReadonlyMap<string, Entry>>> = {
  en: namesIn(0),
  es: namesIn(1),
  fr: namesIn(2),
}
const MOVING = data.moving.flatMap(([aisle, words]) => words.flatMap(stemsOf).map((stem) => [stem, aisle] as const))
/** Modifiers that do not change the food, except those that change its aisle. */
const BESIDE = new Set(data.beside.flatMap(stemsOf).filter((stem) => !MOVING.some(([moving]) => moving === stem)))

/** If a name has several foods, the first wins; primary names win over others. */
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

/** @param language language of the name; null if unknown, which tries English first */
export function foodOf(name: string, language: Language | null): NamedFood {
  const all = stemsOf(name).slice(0, MAX_WORDS)
  const stems = withoutBeside(all, language)
  const whole = named(stems, language)
  const found = whole ?? within(stems, language)
  const aisle = found?.food.aisle ?? 'other'
  const moved = whole?.usual === true ? undefined : MOVING.find(([stem]) => all.includes(stem))?.[1]
  return {
    key: whole?.usual === true ? `#${whole.index}` : stems.join(' '),
    aisle: moved !== undefined && FRESH.has(aisle) ? moved : aisle,
    home: found?.food.home === true && moved === undefined,
    row: found?.index ?? null,
    kinds: found?.food.kinds ?? [],
  }
}

/** Whether the table has exactly this name, in any language. */
export function isFood(name: string): boolean {
  return named(stemsOf(name), null) !== null
}

/** Drops modifiers, unless they make another food: "crushed tomatoes" are not tomatoes. */
function withoutBeside(stems: readonly string[], language: Language | null): readonly string[] {
  const bare = stems.filter((stem) => !BESIDE.has(stem))
  const whole = named(stems, language)
  const isOther = whole !== null && whole.index !== named(bare, language)?.index
  return isOther || bare.length === 0 ? stems : bare
}

/** The food with exactly this name; in any language if the line's is unknown. */
function named(stems: readonly string[], language: Language | null): Entry | null {
  const key = stems.join(' ')
  if (language !== null) return NAMES[language].get(key) ?? null
  for (const each of LANGUAGES) {
    const entry = NAMES[each].get(key)
    if (entry !== undefined) return entry
  }
  return null
}

/** The food with the longest name in these words. The head noun is last in English, first in Spanish and French. */
function within(stems: readonly string[], language: Language | null): Entry | null {
  for (let count = Math.min(stems.length, MAX_WORDS_OF_A_NAME); count > 0; count -= 1) {
    const starts = Array.from({ length: stems.length - count + 1 }, (_, start) => start)
    if (language === null || language === 'en') starts.reverse()
    for (const start of starts) {
      const entry = named(stems.slice(start, start + count), language)
      if (entry !== null) return entry
    }
  }
  return null
}
