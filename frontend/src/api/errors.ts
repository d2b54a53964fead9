import { type CallProblem, isImportProblem, Problem, type ProblemCode } from '../lib/problem'

/** The stable sentences of the server's contract. Whatever else it says is not shown to anybody. */
const SENTENCES: readonly [RegExp, CallProblem][] = [
  [/^Unauthorized$/, 'UNAUTHORIZED'],
  [/^Not Authorized to access/, 'UNAUTHORIZED'],
  [/^Authentication required for this operation$/, 'AUTHENTICATION_REQUIRED'],
  [/^Recipe with id \S* ?not found$/, 'RECIPE_NOT_FOUND'],
  [/^CONFLICT$/, 'CONFLICT'],
  [/^Zest is busy\./, 'BUSY'],
]

/** Turns the answer of a failed GraphQL call, or whatever was thrown on the way, into a problem with a sentence. */
export function problemOf(thrown: unknown): Problem {
  if (thrown instanceof Problem) return thrown
  const [first] = errorsOf(thrown)
  if (first === undefined) return new Problem(isNetworkFault(thrown) ? 'OFFLINE' : 'UNKNOWN')
  return new Problem(codeOfMessage(messageOf(first)) ?? (isFromServer(first) ? 'UNKNOWN' : 'OFFLINE'))
}

function codeOfMessage(message: string): ProblemCode | undefined {
  if (isImportProblem(message)) return message
  return SENTENCES.find(([pattern]) => pattern.test(message))?.[1]
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
 * An error of the server's own has a type or a place in the query. The library wraps a lost network, and a front
 * door that found no gateway behind it, into an error that has neither.
 */
function isFromServer(error: unknown): boolean {
  return typeof field(error, 'errorType') === 'string' || Array.isArray(field(error, 'path'))
}

function isNetworkFault(thrown: unknown): boolean {
  return thrown instanceof TypeError || field(thrown, 'name') === 'NetworkError'
}

function field(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined
  return (value as Record<string, unknown>)[name]
}
