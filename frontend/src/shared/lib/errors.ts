import type { AgentProblem, CreditProblem, GroceryProblem, SignInProblem } from './error-codes'

/** Why an import failed: `errorCode` of a FAILED recipe, and the refusals of `createRecipe`. */
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

/** What an operation failed as when the server gives no reason of its own. */
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

/** Why a call was not answered as hoped. */
export type CallProblem =
  | 'UNAUTHORIZED'
  | 'AUTHENTICATION_REQUIRED'
  | 'RECIPE_NOT_FOUND'
  | 'CONFLICT'
  | 'BUSY'
  /** So much has been used that no more is given before the moment in `detail`. */
  | 'LIMIT_REACHED'
  /** It costs a credit, and the member has none left. */
  | 'NO_CREDITS'
  | 'OFFLINE'
  /** The bytes of an upload did not get through. */
  | 'UPLOAD_INTERRUPTED'
  /** The server does not take these bytes. */
  | 'UPLOAD_REFUSED'
  /** A recipe has been made of this upload already. */
  | 'UPLOAD_USED'
  /** Nothing of a recipe can be changed while its import runs. */
  | 'STILL_IMPORTING'
  /** All texts and notes of a recipe together are longer than can be kept. */
  | 'RECIPE_TOO_LONG'
  /** The server does not know yet whose uploads these would be. */
  | 'SIGN_IN_AGAIN'
  | 'UNKNOWN'

/** What calls about recipes fail with; the texts are in shared/i18n. */
export type ProblemCode = ImportProblem | OperationProblem | CallProblem

/** Every code there is. */
export type ErrorCode = ProblemCode | CreditProblem | AgentProblem | GroceryProblem | SignInProblem

/** The one error that calls to the server, the user pool and the payment API reject with. */
export class Problem<Code extends ErrorCode = ProblemCode> extends Error {
  readonly code: Code
  /** Of RECIPE_NOT_FOUND the id, of UNKNOWN the server's own sentence, of LIMIT_REACHED a moment in ISO 8601; null when there is no more to say. */
  readonly detail: string | null

  /** @param message for a library that shows it. */
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

/** Whatever was thrown, as a problem. */
export function asProblem(thrown: unknown): Problem {
  return thrown instanceof Problem ? thrown : new Problem('UNKNOWN')
}

/** The code of whatever was thrown. */
export function problemCode(thrown: unknown): ProblemCode {
  return thrown instanceof Problem ? thrown.code : 'UNKNOWN'
}

/** Whether a submission that failed like this may have become a recipe all the same, its answer being lost. */
export function mayBeARecipe(code: ProblemCode): boolean {
  return worthSendingAgain(code) && !UPLOAD_PROBLEMS.includes(code)
}

/** What happens to bytes before anything is made of them. */
const UPLOAD_PROBLEMS: readonly ProblemCode[] = ['UPLOAD_INTERRUPTED', 'UPLOAD_REFUSED', 'UPLOAD_MISSING']

/** Whether it is sent again by itself once the network is back. */
export function waitsForNetwork(code: ProblemCode | null): boolean {
  return code === 'OFFLINE' || code === 'UPLOAD_INTERRUPTED'
}

/** Whether the server has asked to be left alone for a while: then it is sent again by itself. */
export function waitsForRoom(code: ProblemCode | null): boolean {
  return code === 'BUSY' || code === 'LIMIT_REACHED'
}

/** What stays as it is however often the same address or the same bytes are tried. */
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

/** The readers found no recipe in what they could read: where the assistant may find one. */
const NO_RECIPE: readonly (string | null)[] = [
  'NOT_A_RECIPE',
  'NO_RECIPE_IN_PICTURE',
  'NO_RECIPE_IN_FILE',
] satisfies readonly ProblemCode[]

/** Whether the readers found no recipe, and the assistant has not looked yet. */
export function isForAssistant(code: string | null): boolean {
  return NO_RECIPE.includes(code)
}

/** Whether it failed although the assistant was asked. */
export function isOfAssistant(code: string | null): boolean {
  return code === 'ASSISTANT_FOUND_NOTHING' || code === 'ASSISTANT_UNAVAILABLE'
}

/** Whether the assistant may be asked to read what failed so. */
export function mayAskAssistant(code: string | null): boolean {
  return isForAssistant(code) || code === 'ASSISTANT_UNAVAILABLE'
}

/** Whether a failed import is worth the same once more. */
export function mayTryAgain(code: string | null): boolean {
  return !FINAL.includes(code)
}

/** Whether the same submission may be accepted later; an address that is refused stays refused. */
export function worthSendingAgain(code: ProblemCode): boolean {
  return code !== 'INVALID_URL' && code !== 'ADDRESS_NOT_ALLOWED'
}
