import type { AgentProblem, CreditProblem, GroceryProblem, SignInProblem } from './error-codes'

/** Import failures: `errorCode` of a FAILED recipe, and refusals of `createRecipe`. */
export const IMPORT_PROBLEMS = [
  'INVALID_URL',
  'ADDRESS_NOT_ALLOWED',
  'UNREACHABLE',
  'TIMED_OUT',
  'NOT_FOUND',
  'SITE_BLOCKED',
  'SITE_ERROR',
  'TOO_LARGE',
  'TOO_MANY_REDIRECTS',
  'NOT_A_PAGE',
  'NOT_A_RECIPE',
  'NO_RECIPE_IN_VIDEO',
  'PART_MISSING',
  'INTERRUPTED',
  'UNREADABLE_PICTURE',
  'UNSUPPORTED_PICTURE',
  'PICTURE_TOO_LARGE',
  'NO_TEXT_IN_PICTURE',
  'NO_RECIPE_IN_PICTURE',
  'UNREADABLE_FILE',
  'UNSUPPORTED_FILE',
  'ENCRYPTED_FILE',
  'FILE_TOO_LARGE',
  'NO_RECIPE_IN_FILE',
  'READING_TIMED_OUT',
  'NO_TEXT_RECOGNITION',
  'UPLOAD_MISSING',
  'READER_FAILED',
  'INTERNAL',
  'ASSISTANT_FOUND_NOTHING',
  'ASSISTANT_UNAVAILABLE',
] as const

export type ImportProblem = (typeof IMPORT_PROBLEMS)[number]

/** Failures of single operations. ORIGINAL_NOT_FOUND is a reason of the server; the others stand for a missing one. */
export const OPERATION_PROBLEMS = [
  'MODEL_NOT_AVAILABLE',
  'CREATE_FAILED',
  'CREATE_EMPTY',
  'GET_FAILED',
  'UPDATE_FAILED',
  'UPDATE_EMPTY',
  'CREATE_BLANK_FAILED',
  'CREATE_BLANK_EMPTY',
  'ORIGINAL_NOT_FOUND',
  'COPY_FAILED',
  'COPY_EMPTY',
  'DELETE_FAILED',
] as const

export type OperationProblem = (typeof OPERATION_PROBLEMS)[number]

export type CallProblem =
  | 'UNAUTHORIZED'
  | 'AUTHENTICATION_REQUIRED'
  | 'RECIPE_NOT_FOUND'
  | 'CONFLICT'
  | 'BUSY'
  /** A limit is reached; `detail` says until when. */
  | 'LIMIT_REACHED'
  /** The operation costs a credit and the member has none. */
  | 'NO_CREDITS'
  | 'OFFLINE'
  /** The server refuses the query: this tab runs an old build. */
  | 'OUTDATED'
  | 'UPLOAD_INTERRUPTED'
  /** The server rejects these bytes. */
  | 'UPLOAD_REFUSED'
  | 'UPLOAD_USED'
  /** The recipe cannot be changed during its import. */
  | 'STILL_IMPORTING'
  /** The texts of the recipe exceed the total size limit. */
  | 'RECIPE_TOO_LONG'
  /** The server does not know the owner of the upload yet. */
  | 'SIGN_IN_AGAIN'
  | 'UNKNOWN'

/** Errors of recipe calls; texts in shared/i18n. */
export type ProblemCode = ImportProblem | OperationProblem | CallProblem

export type ErrorCode = ProblemCode | CreditProblem | AgentProblem | GroceryProblem | SignInProblem

/** The error type of all calls to the server, the user pool and the payment API. */
export class Problem<Code extends ErrorCode = ProblemCode> extends Error {
  readonly code: Code
  /** RECIPE_NOT_FOUND: the id; UNKNOWN: the server's sentence; LIMIT_REACHED: an ISO 8601 time; otherwise null. */
  readonly detail: string | null

  /** @param message Shown by libraries that display `Error.message`. */
  constructor(code: Code, detail: string | null = null, message: string = code) {
    super(message)
    this.name = 'Problem'
    this.code = code
    this.detail = detail
  }
}

export function isImportProblem(code: string | null): code is ImportProblem {
  return (IMPORT_PROBLEMS as readonly (string | null)[]).includes(code)
}

export function asProblem(thrown: unknown): Problem {
  return thrown instanceof Problem ? thrown : new Problem('UNKNOWN')
}

export function problemCode(thrown: unknown): ProblemCode {
  return thrown instanceof Problem ? thrown.code : 'UNKNOWN'
}

/** Whether a submission that failed like this may have become a recipe because its response was lost. */
export function mayBeARecipe(code: ProblemCode): boolean {
  return worthSendingAgain(code) && !UPLOAD_PROBLEMS.includes(code)
}

/** Upload failures before an import starts. */
const UPLOAD_PROBLEMS: readonly ProblemCode[] = ['UPLOAD_INTERRUPTED', 'UPLOAD_REFUSED', 'UPLOAD_MISSING']

/** Whether a failed submission is resent automatically on reconnection. */
export function waitsForNetwork(code: ProblemCode | null): boolean {
  return code === 'OFFLINE' || code === 'UPLOAD_INTERRUPTED'
}

/** Whether a failed submission is resent automatically later, because the server is busy or a limit is reached. */
export function waitsForRoom(code: ProblemCode | null): boolean {
  return code === 'BUSY' || code === 'LIMIT_REACHED'
}

/** Failures that a retry with the same address or bytes cannot fix. */
const FINAL: readonly (string | null)[] = [
  'INVALID_URL',
  'ADDRESS_NOT_ALLOWED',
  'UNREADABLE_PICTURE',
  'UNSUPPORTED_PICTURE',
  'PICTURE_TOO_LARGE',
  'NO_TEXT_IN_PICTURE',
  'NO_RECIPE_IN_PICTURE',
  'UNREADABLE_FILE',
  'UNSUPPORTED_FILE',
  'ENCRYPTED_FILE',
  'FILE_TOO_LARGE',
  'NO_RECIPE_IN_FILE',
  'ASSISTANT_FOUND_NOTHING',
  'UPLOAD_MISSING',
  'UPLOAD_REFUSED',
  'UPLOAD_USED',
] satisfies readonly ProblemCode[]

/** The readers found no recipe; the assistant may find one. */
const NO_RECIPE: readonly (string | null)[] = [
  'NOT_A_RECIPE',
  'NO_RECIPE_IN_PICTURE',
  'NO_RECIPE_IN_FILE',
] satisfies readonly ProblemCode[]

/** Whether the readers found no recipe and the assistant was not asked yet. */
export function isForAssistant(code: string | null): boolean {
  return NO_RECIPE.includes(code)
}

/** Whether an import failed after the assistant was asked. */
export function isOfAssistant(code: string | null): boolean {
  return code === 'ASSISTANT_FOUND_NOTHING' || code === 'ASSISTANT_UNAVAILABLE'
}

/** Whether the assistant may be asked after this failure. */
export function mayAskAssistant(code: string | null): boolean {
  return isForAssistant(code) || code === 'ASSISTANT_UNAVAILABLE'
}

/** Whether the site refuses servers, but not the user's browser. */
export function isBlocked(code: string | null): boolean {
  return code === 'SITE_BLOCKED'
}

/** Whether a retry of a failed import may succeed. */
export function mayTryAgain(code: string | null): boolean {
  return !FINAL.includes(code)
}

/** Whether the same submission may be accepted later; a refused address is refused again. */
export function worthSendingAgain(code: ProblemCode): boolean {
  return code !== 'INVALID_URL' && code !== 'ADDRESS_NOT_ALLOWED'
}
