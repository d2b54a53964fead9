/**
 * Submissions that the server has not confirmed yet. They are kept in the browser's storage until it has, so that
 * neither a lost network nor a closed tab loses an address; the id makes sending twice harmless.
 */
import type { ProblemCode } from './problem'
import type { Language, RecipeCard } from './recipe'

export interface Submission {
  readonly id: string
  readonly url: string
  readonly language: Language
  /** ISO 8601, by this browser's clock. */
  readonly createdAt: string
  /** Why the last attempt failed; null while one is under way. */
  readonly problem: ProblemCode | null
}

/** What the list shows in place of a recipe that the server does not know yet. */
export function cardOfSubmission(submission: Submission): RecipeCard {
  return {
    id: submission.id,
    title: null,
    description: null,
    url: submission.url,
    imageUrl: null,
    status: submission.problem === null ? 'PENDING' : 'FAILED',
    stage: null,
    language: submission.language,
    tags: [],
    ingredientNames: [],
    total_time: null,
    servings: null,
    nutritionStatus: 'PENDING',
    errorCode: submission.problem,
    errorDetails: null,
    version: 0,
    createdAt: submission.createdAt,
    updatedAt: submission.createdAt,
  }
}

/** Reads a stored submission, to be sent again; null when it is none. */
export function readSubmission(value: unknown): Submission | null {
  if (typeof value !== 'object' || value === null) return null
  const { id, url, language, createdAt } = value as Record<string, unknown>
  if (typeof id !== 'string' || !/^[0-9a-f]{32}$/.test(id) || typeof url !== 'string') return null
  if (typeof createdAt !== 'string' || Number.isNaN(Date.parse(createdAt))) return null
  if (language !== 'en' && language !== 'es' && language !== 'fr') return null
  return { id, url, language, createdAt, problem: null }
}
