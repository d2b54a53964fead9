import { type ContentField, type FieldKind, fieldsIn, mapFields } from '../recipe/fields'
import type { Ingredient, Language, Recipe } from '../recipe/recipe'
import { NUTRITION_PARTS, type StoredValues, storedOf } from '../recipe/recipe-content'
import { stepGroups } from '../recipe/step-headings'
import { lineGroups, linkedFiles, oneLine, wholeLine } from './line'
import { marksOf } from './marks'
import { markWordsInFile, nameInFile, nutritionNamesInFile, timeInWords } from './words'

/**
 * Writes a recipe as Markdown. Characters with a meaning in Markdown are escaped.
 * @param files names of the files in the same archive, by recipe id; lines with linked recipes link to them.
 */
export function markdown(recipe: Recipe, files: ReadonlyMap<string, string> = new Map()): string {
  const name = (field: ContentField) => nameInFile(field, recipe.language)
  const blocks = [
    `# ${heading(recipe.title ?? '')}`.trim(),
    recipe.description === null ? '' : paragraphs(recipe.description),
    facts(recipe),
    ...ingredients(recipe, name('ingredients'), linkedFiles(recipe, files)),
    ...steps(recipe, name('instructions')),
    ...(recipe.notes === null || recipe.notes.trim() === '' ? [] : [`## ${name('notes')}`, paragraphs(recipe.notes)]),
  ]
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`
}

function facts(recipe: Recipe): string {
  const first: readonly ContentField[] = ['servings', 'yield', ...fieldsIn('facts')]
  const fields = new Set<ContentField>([...first, 'nutrition', 'tags', 'author', 'url'])
  return bullets([
    ...Array.from(fields, (field) => [nameInFile(field, recipe.language), factInWords(recipe, field)] as const),
    ...marksInWords(recipe),
  ])
}

function marksInWords(recipe: Recipe): [string, string | null][] {
  const marks = marksOf(recipe)
  const words = markWordsInFile(recipe.language)
  return [
    [words.favourite, marks?.favourite === true ? words.yes : null],
    [words.rating, marks?.rating === undefined ? null : `${marks.rating}/5`],
    [words.collections, marks?.collections?.join(', ') ?? null],
    [words.madeOn, marks?.madeOn?.join(', ') ?? null],
  ]
}

const IN_WORDS: {
  readonly [Kind in FieldKind]: (value: StoredValues[Kind], language: Language | null) => string | null
} = {
  text: (text) => text,
  paragraphs: (text) => text,
  url: (url) => url,
  minutes: (minutes) => (minutes === null ? null : timeInWords(minutes)),
  count: (count) => count?.toString() ?? null,
  ingredients: () => null,
  steps: () => null,
  tags: (tags) => tags.map(({ name }) => name).join(', ') || null,
  language: (language) => language,
  // On one line: a list would look like steps.
  nutrition: (facts, language) => {
    const names = nutritionNamesInFile(language)
    const known = NUTRITION_PARTS.filter((part) => facts[part] !== null)
    return known.map((part) => `${names[part]} ${facts[part]}`).join(', ') || null
  },
}

type InWords = { readonly [Kind in FieldKind]: string | null }

function factInWords(recipe: Recipe, field: ContentField): string | null {
  const words = mapFields<StoredValues, InWords, 'stored'>({ stored: storedOf(recipe) }, (kind, { stored }) =>
    IN_WORDS[kind](stored, recipe.language),
  )
  return words[field]
}

function bullets(rows: readonly (readonly [string, string | null])[]): string {
  return rows
    .filter(([, value]) => value !== null && value !== '')
    .map(([name, value]) => `- **${name}:** ${inline(value ?? '')}`)
    .join('\n')
}

function ingredients(recipe: Recipe, title: string, linked: ReadonlyMap<Ingredient, string>): string[] {
  if (recipe.ingredients.length === 0) return []
  return [
    `## ${title}`,
    ...lineGroups(recipe.ingredients).flatMap(({ heading: name, lines }, index) => {
      const list = lines.map((line) => `- ${ingredient(line, linked.get(line))}`).join('\n')
      if (name !== null) return [`### ${heading(name)}`, list]
      // A rule separates lines without a heading from the group before.
      return index === 0 ? [list] : ['* * *', list]
    }),
  ]
}

function ingredient(line: Ingredient, file: string | undefined): string {
  const text = inline(wholeLine(line))
  if (file === undefined) return atStart(text)
  return `[${text}](${encodeURIComponent(file).replace(/[()]/g, (sign) => (sign === '(' ? '%28' : '%29'))})`
}

function steps(recipe: Recipe, title: string): string[] {
  if (recipe.instructions.length === 0) return []
  const groups = stepGroups(recipe).flatMap(({ heading: name, steps: below }) => {
    const list = below.map(({ number, text }) => {
      const mark = `${number}. `
      const indent = ' '.repeat(mark.length)
      // A line break within a step is not significant.
      return mark + paragraphs(text, '\n').replaceAll('\n', `\n${indent}`).replace(/^ +$/gm, '')
    })
    return [...(name === null ? [] : [`### ${heading(name)}`]), list.join('\n')]
  })
  return [`## ${title}`, ...groups]
}

/** Escapes text of several lines. Keeps paragraphs and line breaks. */
function paragraphs(text: string, lineBreak = '\\\n'): string {
  return text
    .replace(/\r\n?|\u2028|\u2029/g, '\n')
    .trim()
    .split(/\n{2,}/)
    .map((paragraph) =>
      paragraph
        .split('\n')
        .map((line) => atStart(inline(line)))
        .filter((line) => line !== '')
        .join(lineBreak),
    )
    .join('\n\n')
}

/** Escapes characters with a meaning anywhere in a line. */
function inline(text: string): string {
  return oneLine(text).replace(/[\\`*_[\]<>~|]|&(?=#?\w+;)/g, '\\$&')
}

/** Escapes number signs at the end, which would close the heading. */
function heading(text: string): string {
  return inline(text).replace(/#(?=#*$)/g, '\\#')
}

/** Escapes what would start a heading, a list or a rule. */
function atStart(line: string): string {
  return line.replace(/^(#{1,6}(?=\s|$)|[-+=](?=\s|$|[-+=]))/, '\\$&').replace(/^(\d{1,9})([.)])(?=\s|$)/, '$1\\$2')
}
