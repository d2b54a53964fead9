/** A recipe while it is edited: every field as typed, valid or not. `readDraft` parses and validates it. */

import { readSubmittedUrl } from '../importing/submitted-url'
import {
  type ByField,
  type ContentField,
  describeField,
  type FieldKind,
  type FieldOf,
  mapFields,
} from '../recipe/fields'
import { hoursAndMinutes } from '../recipe/minutes'
import type { Language, Recipe } from '../recipe/recipe'
import {
  type ContentValues,
  contentOf,
  type IngredientItem,
  joinedLine,
  type NutritionValues,
  type RecipeContent,
  withEachPart,
} from '../recipe/recipe-content'
import { type StepItem, stepTexts } from '../recipe/step-headings'
import { DRAFT_LIMITS } from './draft-limits'

type LineItem = IngredientItem & { kind: 'line' }

export interface LineRow {
  readonly kind: 'line'
  readonly key: string
  readonly quantity: string
  readonly unit: string
  readonly name: string
  readonly note: string
  /** The line before editing. While its parts are unchanged, its original text is kept. */
  readonly source: LineItem | null
}

export interface HeadingRow {
  readonly kind: 'heading'
  readonly key: string
  readonly text: string
}

export type IngredientRow = LineRow | HeadingRow

/** A step or a heading of steps. Drafts stored before there were headings have no `kind`. */
export type StepRow = HeadingRow | { readonly kind?: 'step'; readonly key: string; readonly text: string }

export interface TypedTime {
  readonly hours: string
  readonly minutes: string
}

export interface DraftValues {
  readonly text: string
  readonly paragraphs: string
  readonly url: string
  readonly minutes: TypedTime
  readonly count: string
  readonly ingredients: readonly IngredientRow[]
  readonly steps: readonly StepRow[]
  readonly tags: readonly string[]
  readonly language: Language | null
  readonly nutrition: NutritionValues
}

export interface Draft extends ByField<DraftValues> {
  /** A tag being typed; it is added on save. */
  readonly tagText: string
}

export type TimeField = FieldOf<'minutes'>

/** Makes a row key that is unique on the page. */
export type NewKey = () => string

type Begin<Kind extends FieldKind> = (content: ContentValues[Kind], newKey: NewKey) => DraftValues[Kind]

const BEGIN: { readonly [Kind in FieldKind]: Begin<Kind> } = {
  text: (text) => text,
  paragraphs: (text) => text,
  url: (text) => text,
  minutes: typedTime,
  count: (count) => (count === null ? '' : String(count)),
  ingredients: (items, newKey) => items.map((item) => rowOf(item, newKey())),
  steps: (items, newKey) => items.map((item) => stepRowOf(item, newKey())),
  tags: (tags) => tags,
  language: (language) => language,
  nutrition: (values) => values,
}

export function draftOf(content: RecipeContent, newKey: NewKey): Draft {
  const begun = mapFields<ContentValues, DraftValues, 'content'>({ content }, (kind, { content: value }) =>
    BEGIN[kind](value, newKey),
  )
  return { ...begun, tagText: '' }
}

export function emptyLine(key: string): LineRow {
  return { kind: 'line', key, quantity: '', unit: '', name: '', note: '', source: null }
}

export function rowOf(item: IngredientItem, key: string): IngredientRow {
  if (item.kind === 'heading') return { ...item, key }
  const { quantity, unit, name, note } = item
  return { kind: 'line', key, quantity, unit, name, note, source: item }
}

export function stepRowOf(item: StepItem, key: string): StepRow {
  return typeof item === 'string' ? { key, text: item } : { kind: 'heading', key, text: item.heading }
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

/** A validation problem; `limit` and `length` refer to the text, list or number. */
export type DraftProblem =
  | { readonly code: 'TOO_LONG'; readonly limit: number; readonly length: number }
  | { readonly code: 'TOO_MANY'; readonly limit: number; readonly length: number }
  | { readonly code: 'TOO_LARGE'; readonly limit: number }
  | { readonly code: 'EMPTY' | 'NOT_A_NUMBER' | 'NOT_A_TIME' | 'NOT_AN_ADDRESS' | 'HEADING_ALONE' }

/** Location of a field: `title`, `prep_time`, `nutrition.fat`, `instructions`, or the key of a row. */
export type FieldPath = string

export type FoundProblem = DraftProblem & { readonly field: ContentField }

type Report = (field: ContentField, path: FieldPath, problem: DraftProblem | null) => void

export interface ReadDraft {
  /** The parsed values; NaN for a number that cannot be parsed. */
  readonly content: RecipeContent
  /** Problems by location, in form order. */
  readonly problems: ReadonlyMap<FieldPath, FoundProblem>
}

/** The version of a recipe that an edit is based on. */
export interface Base {
  readonly version: number
  readonly content: RecipeContent
}

export function baseOf(recipe: Recipe): Base {
  return { version: recipe.version, content: canonical(contentOf(recipe)) }
}

/** Normalizes content as a round trip through a draft does, so that an unchanged draft has no changes. */
export function canonical(content: RecipeContent): RecipeContent {
  return readDraft(draftOf(content, () => '')).content
}

/** Context for reading a value: its field and functions to report problems. */
interface Reading {
  readonly field: ContentField
  readonly draft: Draft
  readonly report: Report
  /** Trims a text and checks it against the field's limit. */
  readonly text: (typed: string, path?: FieldPath) => string
  /** Checks a number against the field's limit. */
  readonly number: (read: number | null, otherwise: 'NOT_A_NUMBER' | 'NOT_A_TIME') => number | null
  readonly fewEnough: (length: number) => void
}

type Read<Kind extends FieldKind> = (typed: DraftValues[Kind], reading: Reading) => ContentValues[Kind]

const READ: { readonly [Kind in FieldKind]: Read<Kind> } = {
  text: (typed, { text }) => text(typed),
  paragraphs: (typed, { text }) => text(typed),
  url: (typed, { field, report }) => {
    const url = readUrl(typed)
    if (url === null) report(field, field, { code: 'NOT_AN_ADDRESS' })
    return url ?? typed.trim()
  },
  minutes: (typed, { number }) => number(readTime(typed), 'NOT_A_TIME'),
  count: (typed, { number }) => number(readCount(typed), 'NOT_A_NUMBER'),
  ingredients: readIngredients,
  steps: readSteps,
  tags: (typed, { field, draft, report, fewEnough }) => {
    const tags = withTags(typed, draft.tagText)
    fewEnough(tags.length)
    for (const tag of tags) report(field, field, tooLong(tag, describeField(field).limit))
    return tags
  },
  language: (language) => language,
  nutrition: (values, { field, text }) => withEachPart((part) => text(values[part], `${field}.${part}`)),
}

/** Parses and validates a draft. Drops blank rows and trims texts. */
export function readDraft(draft: Draft): ReadDraft {
  const problems = new Map<FieldPath, FoundProblem>()
  const report: Report = (field, path, problem) => {
    if (problem !== null) problems.set(path, { ...problem, field })
  }
  const readingOf = (field: ContentField): Reading => {
    const { limit, most, required } = describeField(field)
    return {
      field,
      draft,
      report,
      text: (typed, path = field) => {
        const text = typed.trim()
        report(field, path, required && text === '' ? { code: 'EMPTY' } : tooLong(text, limit))
        return text
      },
      number: (read, otherwise) => {
        if (Number.isNaN(read)) report(field, field, { code: otherwise })
        else if (limit !== undefined && (read ?? 0) > limit) report(field, field, { code: 'TOO_LARGE', limit })
        return read
      },
      fewEnough: (length) => report(field, field, tooMany(length, most)),
    }
  }
  const content = mapFields<DraftValues, ContentValues, 'draft'>({ draft }, (kind, { draft: typed }, field) =>
    READ[kind](typed, readingOf(field)),
  )
  return { content, problems }
}

function readIngredients(rows: readonly IngredientRow[], { field, report, fewEnough, text: readText }: Reading) {
  const items: IngredientItem[] = []
  let lines = 0
  for (const [index, row] of rows.entries()) {
    if (row.kind === 'heading') {
      const text = row.text.trim()
      report(field, row.key, tooLong(text, DRAFT_LIMITS.title))
      const next = rows.slice(index + 1).find((other) => other.kind === 'heading' || itemOf(other) !== null)
      const alone = next === undefined || next.kind === 'heading'
      if (alone && text !== '') report(field, row.key, { code: 'HEADING_ALONE' })
      // An empty heading is kept only if it ends a group.
      const grouped = items.findLast(({ kind }) => kind === 'heading')?.text ?? ''
      if (!alone && text !== grouped) items.push({ kind: 'heading', text })
      continue
    }
    const item = itemOf(row)
    if (item === null) continue
    lines += 1
    readText(item.text, row.key)
    items.push(item)
  }
  fewEnough(lines)
  return items
}

function readSteps(rows: readonly StepRow[], { field, report, fewEnough, text: readText }: Reading) {
  const items: StepItem[] = []
  for (const [index, row] of rows.entries()) {
    if (row.kind !== 'heading') {
      const step = readText(row.text, row.key)
      if (step !== '') items.push(step)
      continue
    }
    const heading = row.text.trim()
    report(field, row.key, tooLong(heading, DRAFT_LIMITS.title))
    if (heading === '') continue
    const next = rows.slice(index + 1).find((other) => other.text.trim() !== '')
    if (next === undefined || next.kind === 'heading') report(field, row.key, { code: 'HEADING_ALONE' })
    else items.push({ heading })
  }
  fewEnough(stepTexts(items).length)
  return items
}

/** The ingredient line of a row; null for a blank row. */
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

/** Adds the typed tags, split at commas, semicolons and line breaks, without duplicates. */
export function withTags(tags: readonly string[], typed: string): string[] {
  const all = new Set(tags)
  for (const tag of typed.split(/[,;\n]/)) if (tag.trim() !== '') all.add(tag.trim())
  return Array.from(all)
}

/** Total minutes; null if empty, NaN if invalid. */
function readTime({ hours, minutes }: TypedTime): number | null {
  const [read, rest] = [readCount(hours), readCount(minutes)]
  return read === null && rest === null ? null : (read ?? 0) * 60 + (rest ?? 0)
}

/** An integer; null if empty, NaN if invalid. */
function readCount(typed: string): number | null {
  const text = typed.trim()
  if (text === '') return null
  return /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
}

/** The typed URL, with a scheme; null if invalid. */
function readUrl(typed: string): string | null {
  const text = typed.trim()
  if (text === '') return ''
  const read = readSubmittedUrl(text)
  if ('problem' in read || /\s/.test(text)) return null
  return /^https?:\/\//i.test(text) ? text : read.url
}

function tooLong(text: string, limit = Number.POSITIVE_INFINITY): DraftProblem | null {
  if (text.length <= limit) return null
  // Counts code points, as the server does, not UTF-16 units.
  let length = 0
  for (const _ of text) length += 1
  return length > limit ? { code: 'TOO_LONG', limit, length } : null
}

function tooMany(length: number, limit = Number.POSITIVE_INFINITY): DraftProblem | null {
  return length > limit ? { code: 'TOO_MANY', limit, length } : null
}
