import { type CallProblem, isImportProblem, type OperationProblem, Problem } from '../lib/errors'

/** Sentences of the server's contract and their codes. */
const SENTENCES: readonly [RegExp, CallProblem | OperationProblem][] = [
  [/^Unauthorized$/, 'UNAUTHORIZED'],
  [/^Not Authorized to access/, 'UNAUTHORIZED'],
  [/^Authentication required for this operation$/, 'AUTHENTICATION_REQUIRED'],
  [/^Recipe with id (\S*) ?not found$/, 'RECIPE_NOT_FOUND'],
  [/^Original recipe not found$/, 'ORIGINAL_NOT_FOUND'],
  [/^CONFLICT$/, 'CONFLICT'],
  [/^Zest is busy\./, 'BUSY'],
  // Throttling by AppSync: a Lambda function has reached its concurrency limit.
  [/^Rate [Ee]xceeded/, 'BUSY'],
  [/^LIMIT_REACHED: try again after (\S+)$/, 'LIMIT_REACHED'],
  [/^NO_CREDITS$/, 'NO_CREDITS'],
  [/^This upload is (already )?a recipe\./, 'UPLOAD_USED'],
  [/^(?:(?:size|contentType) (?:of a page )?must be|This kind of picture)/, 'UPLOAD_REFUSED'],
  [/^the recipe is still being imported\./, 'STILL_IMPORTING'],
  [/^the recipe is too long to be kept\./, 'RECIPE_TOO_LONG'],
  [/^sign in once more before you upload/, 'SIGN_IN_AGAIN'],
]

/** Converts a failed GraphQL call, or any thrown value, to a problem. */
export function problemOf(thrown: unknown): Problem {
  if (thrown instanceof Problem) return thrown
  const [first] = errorsOf(thrown)
  if (first === undefined) return new Problem(isNetworkFault(thrown) ? 'OFFLINE' : 'UNKNOWN')
  if (isThrottled(first)) return new Problem('BUSY')
  const message = messageOf(first)
  const known = knownProblem(message)
  if (known !== undefined) return known
  if (isOfQuery(first)) return new Problem('OUTDATED')
  return isFromServer(first) ? problemOfSentence(message) : new Problem('OFFLINE')
}

/** Converts a sentence of the server to a problem. */
export function problemOfSentence(sentence: string): Problem {
  return knownProblem(sentence) ?? new Problem('UNKNOWN', sentence.slice(0, MAX_OF_A_SENTENCE) || null)
}

/** Maximum number of characters of a server sentence in a problem; known sentences are shorter. */
const MAX_OF_A_SENTENCE = 300

function knownProblem(message: string): Problem | undefined {
  if (isImportProblem(message)) return new Problem(message)
  for (const [pattern, code] of SENTENCES) {
    const found = pattern.exec(message)
    if (found !== null) return new Problem(code, found[1] || null)
  }
  return undefined
}

function errorsOf(thrown: unknown): unknown[] {
  const errors = field(thrown, 'errors')
  return Array.isArray(errors) ? errors : []
}

function messageOf(error: unknown): string {
  const message = field(error, 'message')
  return typeof message === 'string' ? message : ''
}

/**
 * Server errors have a type or a query path; network errors and gateway failures, which the library wraps, have
 * neither.
 */
function isFromServer(error: unknown): boolean {
  return typeof field(error, 'errorType') === 'string' || Array.isArray(field(error, 'path'))
}

/**
 * Validation and coercion errors name places in the query, but no resolver. They mean that this tab's build is
 * outdated.
 */
function isOfQuery(error: unknown): boolean {
  return Array.isArray(field(error, 'locations')) && !isFromServer(error)
}

/** A request throttled by AppSync as a whole; the library keeps only the error's name. */
function isThrottled(error: unknown): boolean {
  return field(field(error, 'originalError'), 'name') === 'ThrottlingException'
}

function isNetworkFault(thrown: unknown): boolean {
  return thrown instanceof TypeError || field(thrown, 'name') === 'NetworkError'
}

function field(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined
  return (value as Record<string, unknown>)[name]
}
