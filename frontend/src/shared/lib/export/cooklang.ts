import { CONTENT_FIELDS, type ContentField, describeField, type FieldKind, mapFields } from '../recipe/fields'
import type { Ingredient, Recipe } from '../recipe/recipe'
import { type StoredValues, storedOf } from '../recipe/recipe-content'
import { stepGroups } from '../recipe/step-headings'
import { joinedParts, lineGroups, linkedFiles, oneLine, wholeLine } from './line'
import { marksOf } from './marks'
import { nameInFile, timeInWords } from './words'

/* Writes recipes in Cooklang, https://cooklang.org/docs/spec: YAML metadata, then steps as paragraphs with inline
   ingredients, @name{quantity%unit}(note). An ingredient is written in the first step that uses and names it.
   Ingredients that no step names are listed before the steps, one per line. Ingredient groups and headings of steps
   become sections; with either, all ingredients are listed first, because groups and headings are independent. If a
   line differs from its joined parts, as "200 g de farine", it is added as a comment, [- 200 g de farine -], which
   our reader takes as the line. A linked recipe in the same archive is the path of its file, @./Pizza dough{}, listed
   before the steps, because a step would show the path's name. Characters with a meaning in Cooklang are escaped with
   a backslash. */

/**
 * @param origin of the app, for the image URL.
 * @param files names of the files in the same archive, by recipe id.
 */
export function cooklang(recipe: Recipe, origin: string, files: ReadonlyMap<string, string> = new Map()): string {
  const groups = lineGroups(recipe.ingredients)
  const isGrouped = groups.some(({ heading }) => heading !== null)
  const sections = stepGroups(recipe)
  const hasHeadings = sections.some(({ heading }) => heading !== null)
  const linked = linkedFiles(recipe, files)
  const named = isGrouped || hasHeadings ? new Map<number, Naming[]>() : namings(recipe, linked)
  const inSteps = new Set([...named.values()].flat().map(({ line }) => line))
  const blocks = [frontMatter(recipe, origin)]
  for (const { heading, lines } of groups) {
    if (heading !== null) blocks.push(`== ${text(heading)} ==`)
    const listed = lines
      .filter((line) => !inSteps.has(line))
      .map((line) => ingredient(line, line.name, linked.get(line)?.replace(/\.cook$/, '')))
    if (listed.length > 0) blocks.push(listed.join('\n'))
  }
  for (const { heading, steps } of sections) {
    const name = heading ?? (isGrouped ? nameInFile('instructions', recipe.language) : null)
    if (name !== null) blocks.push(`== ${text(oneLine(name))} ==`)
    blocks.push(...steps.map(({ index, text: step }) => stepText(step, named.get(index) ?? [])))
  }
  if (recipe.notes !== null && recipe.notes.trim() !== '') {
    const lines = recipe.notes.trim().split(/\s*\n\s*/)
    blocks.push(lines.map((line) => `> ${text(line)}`).join('\n'))
  }
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`
}

/** A place in a step that names an ingredient. */
interface Naming {
  readonly line: Ingredient
  readonly start: number
  readonly end: number
}

/**
 * Finds the place of each ingredient, by step: the first step that uses it and contains its name, or else a word that
 * no other ingredient name contains.
 */
function namings(recipe: Recipe, linked: ReadonlyMap<Ingredient, string>): Map<number, Naming[]> {
  const found = new Map<number, Naming[]>()
  const counts = new Map<string, number>()
  for (const word of recipe.ingredients.flatMap(({ name }) => [...new Set(wordsOf(name))])) {
    counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  // Longest first, so that "butter" does not match inside "peanut butter".
  const lines = recipe.ingredients.filter((line) => !linked.has(line)).toSorted((a, b) => b.name.length - a.name.length)
  for (const isWhole of [true, false]) {
    for (const line of lines) {
      if ([...found.values()].flat().some((naming) => naming.line === line)) continue
      const spellings = isWhole ? [oneLine(line.name)] : wordsOf(line.name).filter((word) => counts.get(word) === 1)
      addFirst(found, recipe.instructions, line, spellings)
    }
  }
  return found
}

/** Words long enough to identify an ingredient. */
function wordsOf(name: string): string[] {
  return name
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter((word) => word.length > 3)
}

function addFirst(
  found: Map<number, Naming[]>,
  steps: readonly string[],
  line: Ingredient,
  spellings: readonly string[],
): void {
  for (const step of line.stepMapping.toSorted((a, b) => a - b)) {
    for (const spelling of spellings) {
      const taken = found.get(step) ?? []
      const naming = namingIn(steps[step] ?? '', line, spelling, taken)
      if (naming === null) continue
      const all = [...taken, naming].toSorted((a, b) => a.start - b.start)
      // A paragraph of only ingredients would be read as a list, not a step.
      if (wordsBeside(steps[step] ?? '', all).trim() === '') continue
      found.set(step, all)
      return
    }
  }
}

function namingIn(step: string, line: Ingredient, spelling: string, taken: readonly Naming[]): Naming | null {
  const lower = step.toLowerCase()
  // If the length differs in lower case, offsets do not match.
  if (spelling === '' || lower.length !== step.length) return null
  const wanted = spelling.toLowerCase()
  for (let start = lower.indexOf(wanted); start >= 0; start = lower.indexOf(wanted, start + 1)) {
    const end = start + wanted.length
    const isWord = !/[\p{L}\p{N}]$/u.test(step.slice(0, start)) && !/^[\p{L}\p{N}]/u.test(step.slice(end))
    if (isWord && !taken.some((other) => start < other.end && other.start < end)) return { line, start, end }
  }
  return null
}

/** Text of a step without its ingredients. */
function wordsBeside(step: string, named: readonly Naming[]): string {
  const ends = [0, ...named.map(({ end }) => end)]
  return ends.map((end, index) => step.slice(end, named[index]?.start)).join('')
}

function stepText(step: string, named: readonly Naming[]): string {
  let written = ''
  let at = 0
  for (const { line, start, end } of named) {
    written += text(step.slice(at, start), at === 0) + ingredient(line, step.slice(start, end))
    at = end
    // A parenthesis directly after an ingredient would be read as its note.
    if (step.charAt(at) === '(') {
      written += '\\('
      at += 1
    }
  }
  return (written + text(step.slice(at), at === 0)).trim()
}

/**
 * @param name as written here; in a step, the step's spelling.
 * @param file of the linked recipe, without its extension.
 */
function ingredient(line: Ingredient, name: string, file?: string): string {
  const whole = wholeLine(line)
  const quantity = oneLine(line.quantity)
  const unit = oneLine(line.unit)
  // Cooklang has no unit without a quantity.
  const amount = quantity === '' ? '' : component(quantity) + (unit === '' ? '' : `%${component(unit)}`)
  const said = file ?? oneLine(name)
  const note = oneLine(line.note ?? '')
  const shown = said === '' ? whole : said
  const parts = { text: '', quantity, unit: quantity === '' ? '' : unit, name: shown, note }
  const comment = joinedParts(parts) === whole || whole.includes('-]') ? '' : `[- ${whole} -]`
  return `@${file === undefined ? '' : './'}${component(shown)}{${amount}}${note === '' ? '' : `(${component(note)})`}${comment}`
}

/** Escapes text outside of ingredients. */
function text(step: string, isStart = true): string {
  const flat = step
    .replace(/[\\@#~{}]/g, '\\$&')
    .replace(/-{2,}/g, escapedDashes)
    .replace(/\[(?=-)/g, '\\[')
    // Single line breaks are kept; an empty line would end the paragraph.
    .replace(/\s*\n\s*/g, '\n')
    .replace(/^[>=](?=.)/gm, '\\$&')
  return isStart ? flat : flat.replace(/^\\(?=[>=])/, '')
}

/** Escapes a part of an ingredient. */
function component(part: string): string {
  return part
    .replace(/[\\@#~{}()%|*=[\]]/g, '\\$&')
    .replace(/-{2,}/g, escapedDashes)
    .replace(/^[&?+\-./]/, '\\$&')
}

/** Two dashes start a comment. */
function escapedDashes(dashes: string): string {
  return '\\-'.repeat(dashes.length)
}

type Value = string | number | boolean | readonly string[] | null
type Metadata = { readonly [Kind in FieldKind]: Value }

const METADATA: { readonly [Kind in FieldKind]: (value: StoredValues[Kind]) => Value } = {
  text: (text) => text,
  paragraphs: (text) => text,
  url: (url) => url,
  minutes: (minutes) => (minutes === null ? null : timeInWords(minutes)),
  count: (count) => count,
  ingredients: () => null,
  steps: () => null,
  tags: (tags) => (tags.length === 0 ? null : tags.map(({ name }) => name)),
  language: (language) => language,
  nutrition: () => null,
}

/** Order of the first metadata; the other fields follow in form order. */
const FIRST: readonly ContentField[] = [
  ...(['title', 'description', 'author', 'url', 'servings', 'yield'] as const),
  ...(['prep_time', 'cook_time', 'total_time', 'language'] as const),
]

function frontMatter(recipe: Recipe, origin: string): string {
  const values = mapFields<StoredValues, Metadata, 'stored'>({ stored: storedOf(recipe) }, (kind, { stored }) =>
    METADATA[kind](stored),
  )
  const { nutritionalInformation: facts } = recipe
  const rows = Array.from(new Set<ContentField>([...FIRST, ...CONTENT_FIELDS]), (field): [string, Value] => [
    describeField(field).cooklang ?? '',
    values[field],
  ])
  rows.splice(FIRST.indexOf('url') + 1, 0, ['image', recipe.imageUrl === null ? null : `${origin}/${recipe.imageUrl}`])
  rows.push(
    ['calories', facts.calories],
    ['fat', facts.fat],
    ['carbohydrates', facts.carbs],
    ['protein', facts.protein],
  )
  const marks = marksOf(recipe)
  rows.push(
    ['favourite', marks?.favourite ?? null],
    ['rating', marks?.rating ?? null],
    ['collections', marks?.collections ?? null],
    ['made on', marks?.madeOn ?? null],
  )
  const lines = rows
    .filter(([key, value]) => key !== '' && value !== null)
    .map(([key, value]) => `${key}: ${yaml(value)}`)
  return lines.length === 0 ? '' : ['---', ...lines, '---'].join('\n')
}

/** A YAML value on one line, with strings quoted as in JSON. */
function yaml(value: Value): string {
  if (typeof value === 'object' && value !== null) return `[${value.map((one) => JSON.stringify(one)).join(', ')}]`
  return JSON.stringify(value)
}
