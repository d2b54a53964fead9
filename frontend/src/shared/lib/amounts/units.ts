import data from 'virtual:kitchen-data'
import type { Language } from '../recipe/recipe'
import type { KitchenWords } from './kitchen-words'

/* Units of ingredient lines. Their forms are in lambdas/recipe/lexicons and their sizes in
   lambdas/recipe/vectors/units.json, both shared with lambdas/recipe/src/unit.rs. */

/** Name of a unit in the lexicons, such as `fluid_ounce`. */
export type Unit = string
export type UnitSystem = 'metric' | 'us'

export interface Size {
  readonly kind: 'mass' | 'volume' | 'length'
  /** Grams, millilitres or millimetres of one unit. */
  readonly size: number
}

export interface FoundUnit {
  readonly unit: Unit
  readonly length: number
}

const SYSTEMS: ReadonlyMap<Unit, UnitSystem> = new Map([
  ...[
    'milligram',
    'gram',
    'kilogram',
    'millilitre',
    'centilitre',
    'decilitre',
    'litre',
    'millimetre',
    'centimetre',
  ].map((unit) => [unit, 'metric'] as const),
  ...['ounce', 'pound', 'fluid_ounce', 'cup', 'pint', 'quart', 'gallon', 'inch'].map((unit) => [unit, 'us'] as const),
])
const SIZES: ReadonlyMap<Unit, Size> = new Map(Object.entries(data.sizes))

/** The system of a unit; null for spoons, pinches and counts, which all systems share. */
export const systemOf = (unit: Unit): UnitSystem | null => SYSTEMS.get(unit) ?? null

/** The size of a unit; null if it is counted. */
export const sizeOf = (unit: Unit): Size | null => SIZES.get(unit) ?? null

/** Normalizes a text for lexicon lookups: lower case, without accents and full stops; ligatures become two letters. */
export function fold(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0300-\u036f.]/g, '')
    .replace(/œ/g, 'oe')
    .replace(/æ/g, 'ae')
    .replace(/[’ʼ]/g, "'")
    .replace(/[\u00a0\u202f]/g, ' ')
}

type Forms = ReadonlyMap<string, Unit>

const FORMS: Readonly<Record<Language, Forms>> = { en: formsOf('en'), es: formsOf('es'), fr: formsOf('fr') }
const MAX_WORDS = 4

/** The line's own language is last and so takes precedence: "c" is a cup in one language only. */
function formsOf(language: Language): Forms {
  const others = (['es', 'fr', 'en'] as const).filter((other) => other !== language)
  const lists = [data.foreign, ...[...others, language].map((each) => data.words[each].units)]
  return new Map(
    lists.flatMap((units) =>
      Object.entries(units).flatMap(([unit, forms]) => forms.map((form) => [fold(form), unit] as const)),
    ),
  )
}

/** The unit of a form. "T" is a tablespoon; "t" is a teaspoon. */
const unitOfForm = (form: string, language: Language | null): Unit | undefined =>
  /^T\.?$/.test(form) ? 'tablespoon' : FORMS[language ?? 'en'].get(fold(form))

/** Longest unit form at the start of a text: `cuillères à soupe` before `cuillères`. */
export function unitAtStart(text: string, language: Language | null): FoundUnit | null {
  const words = /^[\p{L}.]+(?:[ \u00a0\u202f][\p{L}.]+){0,3}/u.exec(text)?.[0].split(/[ \u00a0\u202f]/) ?? []
  for (let count = Math.min(words.length, MAX_WORDS); count > 0; count -= 1) {
    const form = words.slice(0, count).join(' ')
    // A full stop is part of an abbreviation only: "2 cups." ends before it.
    const length = form.endsWith('.') && !isAbbreviation(form) ? form.length - 1 : form.length
    const unit = unitOfForm(form, language)
    if (unit !== undefined && !/[\p{L}\p{N}]/u.test(text.charAt(length))) return { unit, length }
  }
  return null
}

const isAbbreviation = (form: string): boolean =>
  /\.\s/.test(form) || /^(?:tbsps?|tbs|tsps?|oz|lbs?|pts?|qts?|gal|in|cdas?|cdtas?|cditas?)\.$/iu.test(form)

/** The unit that the whole text is a form of; null if there is none. */
export function unitOf(text: string, language: Language | null): Unit | null {
  return unitOfForm(text.trim().replace(/\(e?s\)/g, ''), language) ?? null
}

/** The usual form of a unit in a language, or the unit's name. */
export const formOf = (unit: Unit, language: Language): string => OWN_FORMS[language].get(unit)?.[0] ?? unit

const mapsOf = <T>(
  read: (words: KitchenWords) => Readonly<Record<string, T>>,
): Record<Language, ReadonlyMap<string, T>> => ({
  en: new Map(Object.entries(read(data.words.en))),
  es: new Map(Object.entries(read(data.words.es))),
  fr: new Map(Object.entries(read(data.words.fr))),
})
const OWN_FORMS = mapsOf(({ units }) => units)
const NUMERALS = mapsOf(({ numerals }) => numerals)

/** The number word at the start of a text: "two" is "2". */
export function numeralAtStart(text: string, language: Language | null): { value: string; length: number } | null {
  const word = /^[\p{L}-]+/u.exec(text)?.[0] ?? ''
  const value = NUMERALS[language ?? 'en'].get(word.toLowerCase())
  return value === undefined ? null : { value, length: word.length }
}

/**
 * Inflects a unit form for a number: `cup` with 2 is `cups`, `cucharadas` with ½ is `cucharada`. Forms without a
 * counterpart in the lexicon, such as abbreviations, are unchanged.
 */
export function agreeing(form: string, value: number, language: Language | null): string {
  const spoken = language ?? 'en'
  const isPlural = spoken === 'fr' ? value >= 2 : value > 1
  const unit = unitOf(form, language)
  const first = /^\p{L}{3,}/u.exec(form)?.[0] ?? ''
  // Forms without a vowel are abbreviations: "tbsp", "lb".
  if (unit === null || !/[aeiouàâéèêíóú]/iu.test(first)) return form
  const rest = form.slice(first.length)
  const known = new Set(OWN_FORMS[spoken].get(unit))
  const candidates = (isPlural ? plurals(first) : singulars(first)).flatMap((word) => [
    word + rest,
    // Spanish adjectives are inflected, too: "cucharadas soperas".
    word + rest.replace(/\p{L}{4,}/gu, (other) => (isPlural ? `${other}s` : other.replace(/s$/, ''))),
  ])
  return candidates.find((candidate) => known.has(candidate.toLowerCase())) ?? form
}

function plurals(word: string): string[] {
  const lower = word.toLowerCase()
  if (/[sx]$/.test(lower)) return []
  return [`${word}s`, `${word}es`, word.replace(/(?:af|eaf)$/, (end) => `${end.slice(0, -1)}ves`)]
    .concat(word.replace(/al$/, 'aux'), `${word}x`, word.replace(/ón$/, 'ones'))
    .filter((candidate) => candidate !== word)
}

function singulars(word: string): string[] {
  return [word.replace(/s$/, ''), word.replace(/es$/, ''), word.replace(/ves$/, 'f')]
    .concat(word.replace(/aux$/, 'al'), word.replace(/x$/, ''), word.replace(/ones$/, 'ón'))
    .filter((candidate) => candidate !== word)
}
