/** A draft as it is kept in the browser's storage, for after a crash or a closed tab. */
import { type Draft, type IngredientRow, NUTRITION_FIELDS, TIME_FIELDS } from './draft'
import type { Base } from './editor'
import { CONTENT_FIELDS, type RecipeContent } from './recipe-content'

export interface StoredDraft {
  /** The recipe's. */
  readonly id: string
  /** ISO 8601, by this browser's clock. */
  readonly savedAt: string
  /** What the draft began from: what others have changed since is merged into it. */
  readonly base: Base
  readonly draft: Draft
}

/** After this many milliseconds a draft that nobody came back for is forgotten. */
export const FORGOTTEN_AFTER_MS = 30 * 24 * 3_600_000

type Fields = Record<string, unknown>

/** Reads what was stored; null when it is no draft of this build's shape, because storage is anybody's. */
export function readStoredDraft(value: unknown): StoredDraft | null {
  if (!isObject(value)) return null
  const { id, savedAt, base, draft } = value
  if (typeof id !== 'string' || typeof savedAt !== 'string' || Number.isNaN(Date.parse(savedAt))) return null
  if (!isObject(base) || typeof base['version'] !== 'number') return null
  const { version, content } = base
  if (!isContent(content) || !isDraft(draft)) return null
  return { id, savedAt, base: { version, content }, draft }
}

const TEXTS = ['title', 'description', 'yield', 'url', 'notes'] as const

function isContent(value: unknown): value is RecipeContent {
  if (!isObject(value) || !CONTENT_FIELDS.every((field) => field in value)) return false
  const minutes = [...TIME_FIELDS, 'servings'].every(
    (field) => value[field] === null || typeof value[field] === 'number',
  )
  return (
    minutes && hasCommon(value) && isListOf(value['ingredients'], isItem) && isListOf(value['instructions'], isText)
  )
}

function isDraft(value: unknown): value is Draft {
  if (!isObject(value)) return false
  const times = TIME_FIELDS.every((field) => isObject(value[field]) && hasTexts(value[field], ['hours', 'minutes']))
  return (
    times &&
    hasCommon(value) &&
    hasTexts(value, ['servings', 'tagText']) &&
    isListOf(value['ingredients'], isIngredientRow) &&
    isListOf(value['instructions'], (row) => isObject(row) && hasTexts(row, ['key', 'text']))
  )
}

/** What a content and a draft have alike. */
function hasCommon(value: Fields): boolean {
  return (
    hasTexts(value, TEXTS) &&
    isListOf(value['tags'], isText) &&
    (value['language'] === null || ['en', 'es', 'fr'].includes(String(value['language']))) &&
    isObject(value['nutrition']) &&
    hasTexts(value['nutrition'], NUTRITION_FIELDS)
  )
}

const PARTS = ['quantity', 'unit', 'name', 'note'] as const

function isItem(value: unknown): boolean {
  if (!isObject(value) || !isText(value['text'])) return false
  return value['kind'] === 'heading' || (value['kind'] === 'line' && hasTexts(value, PARTS))
}

function isIngredientRow(value: unknown): value is IngredientRow {
  if (!isObject(value) || !isText(value['key'])) return false
  if (value['kind'] === 'heading') return isText(value['text'])
  return value['kind'] === 'line' && hasTexts(value, PARTS) && (value['source'] === null || isItem(value['source']))
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}

function hasTexts(value: Fields, names: readonly string[]): boolean {
  return names.every((name) => isText(value[name]))
}

function isListOf(value: unknown, is: (item: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(is)
}
