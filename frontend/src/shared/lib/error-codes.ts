/* Error codes used by some pages only, separate from errors.ts so that they load with those pages. The texts are in
   the `messages.ts` of each feature, as a record by code, so that a missing text is a type error. */

/** Errors of the payment and admin API; texts in features/credits. */
export const CREDIT_PROBLEMS = [
  'INVALID_INPUT',
  'UNKNOWN_PACKAGE',
  'OTHER_PURCHASE',
  'UNKNOWN_PURCHASE',
  'NOT_FOUND',
  'PROVIDER_UNAVAILABLE',
  'NO_RECEIPT',
  'REFUND_REFUSED',
  'OTHER_ACT',
  'CREDITS_OFF',
  'UNAUTHORIZED',
  'BUSY',
  'OFFLINE',
  'UNKNOWN',
] as const

export type CreditProblem = (typeof CREDIT_PROBLEMS)[number]

/** Errors of the assistant; texts in features/agent. */
export const AGENT_PROBLEMS = [
  // Invalid input (lambdas/agent/src/validation.rs).
  'AGENT_EMPTY',
  'AGENT_TOO_MANY',
  'AGENT_TEXT_TOO_LONG',
  'AGENT_TOO_LARGE',
  'AGENT_BAD_ATTACHMENT',
  'AGENT_BAD_TOOLS',
  // Outcome of an answer (lambdas/agent/src/outcome.rs).
  'AGENT_THROTTLED',
  'AGENT_REFUSED',
  'AGENT_BROKEN',
  'AGENT_INVALID',
  'AGENT_TOO_SLOW',
  'AGENT_ENDLESS',
  'AGENT_NONSENSE',
  'AGENT_TOO_LONG',
  'AGENT_TURNS_USED_UP',
  'AGENT_DAY_USED_UP',
  'AGENT_DIED',
  'AGENT_LIBRARY',
  'AGENT_OFF',
  'AGENT_BUSY',
  'AGENT_TOO_MANY_CONVERSATIONS',
  // The requested change cannot be made.
  'AGENT_NO_SERVINGS',
  'NO_RECIPE',
  'AGENT_NOT_FOUND',
  'AGENT_BAD_INPUT',
  'NO_CREDITS',
  'LIMIT_REACHED',
  'CONFLICT',
  'UNAUTHORIZED',
  'BUSY',
  'OFFLINE',
  'UNKNOWN',
] as const

export type AgentProblem = (typeof AGENT_PROBLEMS)[number]

/** Errors of the grocery service's shopping page; texts in features/groceries. */
export type GroceryProblem = 'TOO_LONG' | 'LIMIT_REACHED' | 'BUSY' | 'OFFLINE' | 'UNAUTHORIZED' | 'UNKNOWN'

/** Errors of the user pool; texts in features/account. */
export const SIGN_IN_PROBLEMS = [
  'WRONG_PASSWORD',
  'EXISTS',
  'CODE_WRONG',
  'CODE_EXPIRED',
  'TOO_OFTEN',
  'TOO_OFTEN_THIS_HOUR',
  'PASSWORD_TOO_WEAK',
  'NOT_CONFIRMED',
  'RESET_REQUIRED',
  'MAIL_FAILED',
  'SIGNED_IN_ALREADY',
  'GOOGLE_NOT_LINKED',
  'GOOGLE_JUST_LINKED',
  'GOOGLE_FAILED',
  'INVALID',
  'OFFLINE',
  'UNKNOWN',
] as const

export type SignInProblem = (typeof SIGN_IN_PROBLEMS)[number]
