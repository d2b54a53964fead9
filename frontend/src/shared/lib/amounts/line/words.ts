import data from 'virtual:kitchen-data'
import Fraction from 'fraction.js'
import type { Language } from '../../recipe/recipe'
import { fold } from '../units'

/** Meaning of a word next to a number. A word may have several. */
export type Sense =
  | 'article'
  | 'between'
  | 'definite'
  | 'vague'
  | 'whole'
  | 'percent'
  | 'degrees'
  | 'time'
  | 'label'
  | 'reference'
  | 'into'
  | 'graded'
  | 'people'
  | 'total'
  | 'each'
  | 'plus'
  | 'and'
  | 'or'
  | 'range'
  | 'link'
  | 'size'
  | 'roughly'
  | 'fruitPart'
  | 'with'

/** A word's senses, and its value if it is a number, a part or a group. */
export interface Meaning {
  readonly senses: ReadonlySet<string>
  /** Value of a number word or part: "two" is 2, "half" is 1/2. */
  readonly number: Fraction | null
  /** Value of a group: "dozen" is 12. */
  readonly group: number | null
}

const NONE: ReadonlySet<string> = new Set()
export const NO_MEANING: Meaning = { senses: NONE, number: null, group: null }

const folded = <T>(words: Readonly<Record<string, T>>): ReadonlyMap<string, T> =>
  new Map(Object.entries(words).map(([word, value]) => [fold(word), value]))

const GROUPS = folded(data.amounts.groups)
const SHARES = folded(data.amounts.shares)
const NUMERALS = {
  en: folded(data.words.en.numerals),
  es: folded(data.words.es.numerals),
  fr: folded(data.words.fr.numerals),
}
/** "des" and "unos" mean more than one, without a number. */
const articlesOf = (language: Language): ReadonlySet<string> =>
  new Set(data.words[language].articles.filter((word) => !word.endsWith('s')).map(fold))
const ARTICLES = { en: articlesOf('en'), es: articlesOf('es'), fr: articlesOf('fr') }
const SENSES = sensesOf()

function sensesOf(): ReadonlyMap<string, ReadonlySet<string>> {
  const senses = new Map<string, Set<string>>()
  for (const [sense, words] of Object.entries(data.amounts.senses)) {
    for (const word of words.map(fold)) senses.set(word, (senses.get(word) ?? new Set()).add(sense))
  }
  return senses
}

export function meaningOf(word: string, language: Language | null): Meaning {
  const key = fold(word)
  const own = language ?? 'en'
  const senses = SENSES.get(key) ?? NONE
  const group = GROUPS.get(key) ?? null
  const number = group === null ? (SHARES.get(key) ?? NUMERALS[own].get(key)) : undefined
  return {
    senses: ARTICLES[own].has(key) ? new Set([...senses, 'article']) : senses,
    number: number === undefined ? null : new Fraction(number),
    group,
  }
}
