/**
 * Submissions that the server has not confirmed yet. They are kept in the browser's storage until it has, so that
 * neither a lost network nor a closed tab loses one; the id makes sending twice harmless. The bytes of an upload are
 * kept elsewhere (`api/upload-memory`): they are too many for this storage.
 */
import type { ProblemCode } from './problem'
import type { Language, RecipeCard } from './recipe'
import { MOST_PICTURES, type SubmittedUpload, type UploadPart } from './upload'

export interface Submission {
  readonly id: string
  /** An address, or pictures or a file. */
  readonly source: string | SubmittedUpload
  readonly language: Language
  /** ISO 8601, by this browser's clock. */
  readonly createdAt: string
  /** Why the last attempt failed; null while one is under way. */
  readonly problem: ProblemCode | null
}

/** What the list shows in place of a recipe that the server does not know yet. */
export function cardOfSubmission({ id, source, language, createdAt, problem }: Submission): RecipeCard {
  const upload = typeof source === 'string' ? null : source
  return {
    id,
    title: null,
    description: null,
    url: typeof source === 'string' ? source : null,
    imageUrl: null,
    status: problem === null ? 'PENDING' : 'FAILED',
    stage: null,
    language,
    tags: [],
    ingredientNames: [],
    total_time: null,
    servings: null,
    nutritionStatus: 'PENDING',
    errorCode: problem,
    errorDetails: null,
    pictureSubmissionUUID: upload?.kind === 'PICTURE' ? upload.submission : null,
    fileSubmissionUUID: upload?.kind === 'FILE' ? upload.submission : null,
    sourceName: upload?.parts[0]?.name ?? null,
    importSummary: null,
    version: 0,
    createdAt,
    updatedAt: createdAt,
  }
}

/** Reads a stored submission, to be sent again; null when it is none. */
export function readSubmission(value: unknown): Submission | null {
  if (typeof value !== 'object' || value === null) return null
  const { id, source: stored, url, language, createdAt } = value as Record<string, unknown>
  // Builds before there were uploads called an address `url`.
  const source = readSource(stored ?? url)
  if (typeof id !== 'string' || !/^[0-9a-f]{32}$/.test(id) || source === null) return null
  if (typeof createdAt !== 'string' || Number.isNaN(Date.parse(createdAt))) return null
  if (language !== 'en' && language !== 'es' && language !== 'fr') return null
  return { id, source, language, createdAt, problem: null }
}

function readSource(value: unknown): Submission['source'] | null {
  if (typeof value === 'string') return value
  if (typeof value !== 'object' || value === null) return null
  const { kind, submission, parts } = value as Record<string, unknown>
  if (kind !== 'PICTURE' && kind !== 'FILE') return null
  if (typeof submission !== 'string' || !/^[0-9a-f-]{36}$/.test(submission)) return null
  if (!Array.isArray(parts) || parts.length === 0 || parts.length > MOST_PICTURES || !parts.every(isPart)) return null
  return { kind, submission, parts }
}

function isPart(value: unknown): value is UploadPart {
  if (typeof value !== 'object' || value === null) return false
  const { name, contentType, size } = value as Record<string, unknown>
  return (typeof name === 'string' || name === null) && typeof contentType === 'string' && Number.isInteger(size)
}
