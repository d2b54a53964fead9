/** The recipe as it is shown while an edit of it waits. */
import { readDraft } from '../editing/draft'
import { type ByField, type FieldKind, mapFields } from '../recipe/fields'
import { countedLines } from '../recipe/nutrition'
import type { Recipe } from '../recipe/recipe'
import {
  type ContentValues,
  changedFields,
  fieldsOf,
  joinedLine,
  type StoredValues,
  storedOf,
} from '../recipe/recipe-content'
import { linksAfter } from '../recipe/recipe-links'
import { stepHeadings, stepTexts } from '../recipe/step-headings'
import type { WaitingEdit } from './waiting-edits'
import { withWaitingLinks } from './waiting-links'

const SHOW: { readonly [Kind in FieldKind]: (content: ContentValues[Kind], recipe: Recipe) => StoredValues[Kind] } = {
  text: orNull,
  paragraphs: orNull,
  url: orNull,
  minutes: (minutes) => minutes,
  count: (count) => count,
  ingredients: linesOf,
  steps: (items) => ({ instructions: stepTexts(items), stepHeadings: stepHeadings(items) }),
  tags: (tags) => tags.map((name) => ({ name })),
  language: (language) => language,
  nutrition: ({ calories, fat, carbs, protein }) => ({
    status: 'SUCCESS',
    source: null,
    calories: orNull(calories),
    fat: orNull(fat),
    carbs: orNull(carbs),
    protein: orNull(protein),
    lines: [],
  }),
}

/** Applies the changed fields and the links of a waiting edit to a recipe. */
export function withWaitingEdit(recipe: Recipe, waiting: WaitingEdit): Recipe {
  const edited = withContent(recipe, waiting)
  const moved = { ...edited, recipeLinks: linksAfter(recipe, edited) }
  return { ...moved, recipeLinks: withWaitingLinks(moved, waiting.links ?? []) }
}

function withContent(recipe: Recipe, { draft, base }: WaitingEdit): Recipe {
  const { content } = readDraft(draft)
  const shown = mapFields<ContentValues, StoredValues, 'content'>({ content }, (kind, { content: value }) =>
    SHOW[kind](value, recipe),
  )
  const changed = fieldsOf(shown, changedFields(base.content, content))
  const { nutrition, instructions: steps, ...others }: ByField<StoredValues> = { ...storedOf(recipe), ...changed }
  const { instructions, stepHeadings: headings = [] } = steps
  const ingredients = others.ingredients.map((line) => ({
    ...line,
    stepMapping: line.stepMapping.flatMap((step) => movedStep(step, recipe.instructions, instructions)),
  }))
  // Where another line has its place, how a line counts would be shown, and corrected, for the wrong one.
  const lines = countedLines(nutrition).filter(({ line }) => recipe.ingredients[line]?.text === ingredients[line]?.text)
  const nutritionalInformation = { ...nutrition, lines }
  return { ...recipe, ...others, ingredients, nutritionalInformation, instructions, stepHeadings: headings }
}

/** The place of a step after an edit, by its text; none if it is gone. A rewritten step stays in its place. */
function movedStep(step: number, before: readonly string[], after: readonly string[]): number[] {
  const text = before[step] ?? ''
  const now = after.indexOf(text)
  if (after[step] === text || (now === -1 && before.length === after.length)) return [step]
  return now === -1 ? [] : [now]
}

function linesOf(items: ContentValues['ingredients'], recipe: Recipe): Recipe['ingredients'] {
  const lines: Recipe['ingredients'][number][] = []
  let group: string | null = null
  for (const item of items) {
    if (item.kind === 'heading') {
      group = item.text === '' ? null : item.text
      continue
    }
    const { quantity, unit, name, note } = item
    const text = item.text === '' ? joinedLine(item) : item.text
    const known = recipe.ingredients.find((line) => line.text === text)
    // The server maps a changed line to steps by its name.
    const stepMapping = (known ?? recipe.ingredients.find((line) => line.name === name))?.stepMapping ?? []
    lines.push({ quantity, unit, name, note: note || null, text, group, stepMapping, doubt: known?.doubt ?? null })
  }
  return lines
}

function orNull(text: string): string | null {
  return text === '' ? null : text
}
