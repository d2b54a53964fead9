import type { Recipe } from '../recipe'
import { lineGroups, oneLine, wholeLine } from './line'
import { exportWords, timeInWords } from './words'

/** One recipe as a Markdown text that people read as it is. What Markdown would take for a sign is escaped. */
export function markdown(recipe: Recipe): string {
  const words = exportWords(recipe.language)
  const blocks = [
    `# ${heading(recipe.title ?? '')}`.trim(),
    recipe.description === null ? '' : paragraphs(recipe.description),
    facts(recipe),
    ...ingredients(recipe, words.ingredients),
    ...steps(recipe, words.steps),
    ...(recipe.notes === null || recipe.notes.trim() === '' ? [] : [`## ${words.notes}`, paragraphs(recipe.notes)]),
  ]
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`
}

function facts(recipe: Recipe): string {
  const words = exportWords(recipe.language)
  const { servings, prep_time: prep, cook_time: cook, total_time: total } = recipe
  return bullets([
    [words.servings, servings?.toString() ?? null],
    [words.makes, recipe.yield],
    [words.prep, prep === null ? null : timeInWords(prep)],
    [words.cook, cook === null ? null : timeInWords(cook)],
    [words.total, total === null ? null : timeInWords(total)],
    [words.nutrition, nutrition(recipe)],
    [words.tags, recipe.tags.map(({ name }) => name).join(', ') || null],
    [words.source, recipe.url],
  ])
}

/** In one line: a list of its own would look like steps to whoever reads it by its shape. */
function nutrition({ nutritionalInformation: facts, language }: Recipe): string | null {
  const words = exportWords(language)
  const known = [
    [words.calories, facts.calories],
    [words.fat, facts.fat],
    [words.carbs, facts.carbs],
    [words.protein, facts.protein],
  ].filter(([, value]) => value !== null)
  return known.length === 0 ? null : known.map(([name, value]) => `${name} ${value}`).join(', ')
}

function bullets(rows: readonly (readonly [string, string | null])[]): string {
  return rows
    .filter(([, value]) => value !== null && value !== '')
    .map(([name, value]) => `- **${name}:** ${inline(value ?? '')}`)
    .join('\n')
}

function ingredients(recipe: Recipe, title: string): string[] {
  if (recipe.ingredients.length === 0) return []
  return [
    `## ${title}`,
    ...lineGroups(recipe.ingredients).flatMap(({ heading: name, lines }, index) => {
      const list = lines.map((line) => `- ${atStart(inline(wholeLine(line)))}`).join('\n')
      if (name !== null) return [`### ${heading(name)}`, list]
      // What stands under no heading again is set apart by a line across.
      return index === 0 ? [list] : ['* * *', list]
    }),
  ]
}

function steps(recipe: Recipe, heading: string): string[] {
  if (recipe.instructions.length === 0) return []
  const list = recipe.instructions.map((text, index) => {
    const number = `${index + 1}. `
    const indent = ' '.repeat(number.length)
    // A break within a step is none that matters: it reads on in the next line.
    return number + paragraphs(text, '\n').replaceAll('\n', `\n${indent}`).replace(/^ +$/gm, '')
  })
  return [`## ${heading}`, list.join('\n')]
}

/** Text of several lines: an empty line between paragraphs stays, a line break is kept as one. */
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

/** What would be a sign of Markdown anywhere in a line. */
function inline(text: string): string {
  return oneLine(text).replace(/[\\`*_[\]<>~|]|&(?=#?\w+;)/g, '\\$&')
}

/** In a heading, number signs at its end would be no part of it. */
function heading(text: string): string {
  return inline(text).replace(/#(?=#*$)/g, '\\#')
}

/** What would be a heading, a list or a line across at the beginning of a line. */
function atStart(line: string): string {
  return line.replace(/^(#{1,6}(?=\s|$)|[-+=](?=\s|$|[-+=]))/, '\\$&').replace(/^(\d{1,9})([.)])(?=\s|$)/, '$1\\$2')
}
