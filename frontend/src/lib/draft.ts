/**
 * A recipe while somebody edits it: every field as it was typed, right or wrong, so that no keystroke is lost.
 * `readDraft` says what it means and what is wrong with it.
 */
import { DRAFT_LIMITS } from './draft-limits'
import { hoursAndMinutes } from './minutes'
import type { Language } from './recipe'
import {
  type ContentField,
  type IngredientItem,
  joinedLine,
  type NutritionValues,
  type RecipeContent,
} from './recipe-content'
import { readSubmittedUrl } from './submitted-url'

type LineItem = IngredientItem & { kind: 'line' }

export interface LineRow {
  readonly kind: 'line'
  readonly key: string
  readonly quantity: string
  readonly unit: string
  readonly name: string
  readonly note: string
  /** What it was before; while its parts are those, the line keeps its source's own wording. */
  readonly source: LineItem | null
}

export interface HeadingRow {
  readonly kind: 'heading'
  readonly key: string
  readonly text: string
}

export type IngredientRow = LineRow | HeadingRow

export interface StepRow {
  readonly key: string
  readonly text: string
}

export interface TypedTime {
  readonly hours: string
  readonly minutes: string
}

export interface Draft {
  readonly title: string
  readonly description: string
  readonly ingredients: readonly IngredientRow[]
  readonly instructions: readonly StepRow[]
  readonly prep_time: TypedTime
  readonly cook_time: TypedTime
  readonly total_time: TypedTime
  readonly servings: string
  readonly yield: string
  readonly tags: readonly string[]
  /** A tag that is being typed; it counts when the recipe is saved. */
  readonly tagText: string
  readonly language: Language | null
  readonly url: string
  readonly nutrition: NutritionValues
  readonly notes: string
}

export const TIME_FIELDS = ['prep_time', 'cook_time', 'total_time'] as const
export type TimeField = (typeof TIME_FIELDS)[number]

export const NUTRITION_FIELDS = ['calories', 'fat', 'carbs', 'protein'] as const

/** A key for a new row: unique among all rows that this page ever makes. */
export type NewKey = () => string

export function draftOf(content: RecipeContent, newKey: NewKey): Draft {
  return {
    ...content,
    ingredients: content.ingredients.map((item) => rowOf(item, newKey())),
    instructions: content.instructions.map((text) => ({ key: newKey(), text })),
    prep_time: typedTime(content.prep_time),
    cook_time: typedTime(content.cook_time),
    total_time: typedTime(content.total_time),
    servings: content.servings === null ? '' : String(content.servings),
    tagText: '',
  }
}

export function emptyLine(key: string): LineRow {
  return { kind: 'line', key, quantity: '', unit: '', name: '', note: '', source: null }
}

export function rowOf(item: IngredientItem, key: string): IngredientRow {
  if (item.kind === 'heading') return { ...item, key }
  const { quantity, unit, name, note } = item
  return { kind: 'line', key, quantity, unit, name, note, source: item }
}

export function isBlank(row: IngredientRow | StepRow): boolean {
  if ('kind' in row && row.kind === 'line') return itemOf(row) === null
  return row.text.trim() === ''
}

function typedTime(total: number | null): TypedTime {
  if (total === null) return { hours: '', minutes: '' }
  const { hours, minutes } = hoursAndMinutes(total)
  return { hours: hours === 0 ? '' : String(hours), minutes: minutes === 0 && hours > 0 ? '' : String(minutes) }
}

/** What is wrong with a field; `limit` and `length` are those of its text, list or number. */
export type DraftProblem =
  | { readonly code: 'TOO_LONG'; readonly limit: number; readonly length: number }
  | { readonly code: 'TOO_MANY'; readonly limit: number; readonly length: number }
  | { readonly code: 'TOO_LARGE'; readonly limit: number }
  | { readonly code: 'EMPTY' | 'NOT_A_NUMBER' | 'NOT_A_TIME' | 'NOT_AN_ADDRESS' | 'HEADING_ALONE' }

/** Where a field stands: `title`, `prep_time`, `nutrition.fat`, `instructions`, or a row by its key. */
export type FieldPath = string

export type FoundProblem = DraftProblem & { readonly field: ContentField }

type Report = (field: ContentField, path: FieldPath, problem: DraftProblem | null) => void

export interface ReadDraft {
  /** A number that could not be read is NaN. */
  readonly content: RecipeContent
  /** In the order of the form. */
  readonly problems: ReadonlyMap<FieldPath, FoundProblem>
}

/** A content as a draft of it reads: what nobody has touched is no change. */
export function canonical(content: RecipeContent): RecipeContent {
  return readDraft(draftOf(content, () => '')).content
}

/** Reads a draft: blank rows are left out, texts lose the spaces around them. */
export function readDraft(draft: Draft): ReadDraft {
  const problems = new Map<FieldPath, FoundProblem>()
  const report: Report = (field, path, problem) => {
    if (problem !== null) problems.set(path, { ...problem, field })
  }
  const text = (field: ContentField, typed: string, limit: number, path: FieldPath = field) => {
    const read = typed.trim()
    report(field, path, tooLong(read, limit))
    return read
  }

  const title = text('title', draft.title, DRAFT_LIMITS.title)
  if (title === '') report('title', 'title', { code: 'EMPTY' })
  const description = text('description', draft.description, DRAFT_LIMITS.text)
  const ingredients = readIngredients(draft.ingredients, report)
  const instructions = draft.instructions
    .map(({ key, text: typed }) => text('instructions', typed, DRAFT_LIMITS.text, key))
    .filter((step) => step !== '')
  report('instructions', 'instructions', tooMany(instructions.length, DRAFT_LIMITS.lines))
  const time = (field: TimeField) => {
    const minutes = readTime(draft[field])
    if (Number.isNaN(minutes)) report(field, field, { code: 'NOT_A_TIME' })
    else if ((minutes ?? 0) > DRAFT_LIMITS.minutes)
      report(field, field, { code: 'TOO_LARGE', limit: DRAFT_LIMITS.minutes })
    return minutes
  }
  const [prep_time, cook_time, total_time] = [time('prep_time'), time('cook_time'), time('total_time')]
  const servings = readCount(draft.servings)
  if (Number.isNaN(servings)) report('servings', 'servings', { code: 'NOT_A_NUMBER' })
  else if ((servings ?? 0) > DRAFT_LIMITS.servings)
    report('servings', 'servings', { code: 'TOO_LARGE', limit: DRAFT_LIMITS.servings })
  const yields = text('yield', draft.yield, DRAFT_LIMITS.title)
  const tags = withTags(draft.tags, draft.tagText)
  const long = tags.map((tag) => tooLong(tag, DRAFT_LIMITS.short)).find((problem) => problem !== null)
  report('tags', 'tags', long ?? tooMany(tags.length, DRAFT_LIMITS.tags))
  const url = readUrl(draft.url)
  if (url === null) report('url', 'url', { code: 'NOT_AN_ADDRESS' })
  const nutrition = (field: keyof NutritionValues) =>
    text('nutrition', draft.nutrition[field], DRAFT_LIMITS.short, `nutrition.${field}`)
  return {
    content: {
      title,
      description,
      ingredients,
      instructions,
      prep_time,
      cook_time,
      total_time,
      servings,
      yield: yields,
      tags,
      language: draft.language,
      url: url ?? draft.url.trim(),
      nutrition: {
        calories: nutrition('calories'),
        fat: nutrition('fat'),
        carbs: nutrition('carbs'),
        protein: nutrition('protein'),
      },
      notes: text('notes', draft.notes, DRAFT_LIMITS.text),
    },
    problems,
  }
}

function readIngredients(rows: readonly IngredientRow[], report: Report): IngredientItem[] {
  const items: IngredientItem[] = []
  let lines = 0
  for (const [index, row] of rows.entries()) {
    if (row.kind === 'heading') {
      const text = row.text.trim()
      report('ingredients', row.key, tooLong(text, DRAFT_LIMITS.title))
      const next = rows.slice(index + 1).find((other) => other.kind === 'heading' || itemOf(other) !== null)
      const alone = next === undefined || next.kind === 'heading'
      if (alone && text !== '') report('ingredients', row.key, { code: 'HEADING_ALONE' })
      // An empty heading counts only where it ends a group.
      const grouped = items.findLast(({ kind }) => kind === 'heading')?.text ?? ''
      if (!alone && text !== grouped) items.push({ kind: 'heading', text })
      continue
    }
    const item = itemOf(row)
    if (item === null) continue
    lines += 1
    report('ingredients', row.key, tooLong(item.text, DRAFT_LIMITS.text))
    items.push(item)
  }
  report('ingredients', 'ingredients', tooMany(lines, DRAFT_LIMITS.lines))
  return items
}

/** What a line says; null for one that says nothing. */
export function itemOf(row: LineRow): LineItem | null {
  const { source } = row
  if (source !== null && (['quantity', 'unit', 'name', 'note'] as const).every((part) => row[part] === source[part])) {
    return source
  }
  const parts = {
    quantity: row.quantity.trim(),
    unit: row.unit.trim(),
    name: row.name.trim(),
    note: row.note.trim(),
  }
  const text = joinedLine(parts)
  return text === '' ? null : { kind: 'line', ...parts, text }
}

/** Tags as they would be with what was typed: split at commas, each once. */
export function withTags(tags: readonly string[], typed: string): string[] {
  const all = new Set(tags)
  for (const tag of typed.split(/[,;\n]/)) if (tag.trim() !== '') all.add(tag.trim())
  return Array.from(all)
}

/** Minutes; null for nothing, NaN for what is no time. */
function readTime({ hours, minutes }: TypedTime): number | null {
  const [read, rest] = [readCount(hours), readCount(minutes)]
  return read === null && rest === null ? null : (read ?? 0) * 60 + (rest ?? 0)
}

/** A whole number; null for nothing, NaN for what is none. */
function readCount(typed: string): number | null {
  const text = typed.trim()
  if (text === '') return null
  return /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
}

/** The address as typed, with a scheme; null for what is none. */
function readUrl(typed: string): string | null {
  const text = typed.trim()
  if (text === '') return ''
  const read = readSubmittedUrl(text)
  if ('problem' in read || /\s/.test(text)) return null
  return /^https?:\/\//i.test(text) ? text : read.url
}

function tooLong(text: string, limit: number): DraftProblem | null {
  if (text.length <= limit) return null
  // Characters as the server counts them: an emoji of two units is one.
  let length = 0
  for (const _ of text) length += 1
  return length > limit ? { code: 'TOO_LONG', limit, length } : null
}

function tooMany(length: number, limit: number): DraftProblem | null {
  return length > limit ? { code: 'TOO_MANY', limit, length } : null
}
