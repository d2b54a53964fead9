import { Problem } from './errors'

/** Why something about credits did not happen, as far as people can do something about it: the payment and admin API's codes. */
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

/** What calls about credits reject with. */
export class CreditFailure extends Error {
  readonly problem: CreditProblem
  /** When there is more of what a limit has refused, in ISO 8601; null for all other reasons. */
  readonly again: string | null
  /** The server's own name of the reason; null where nothing was answered, or nothing that has one. */
  readonly code: string | null

  constructor(problem: CreditProblem, again: string | null = null, code: string | null = null) {
    super(problem)
    this.name = 'CreditFailure'
    this.problem = problem
    this.again = again
    this.code = code
  }
}

/** Whatever was thrown, as a failure of credits. */
export function problemOfCredits(thrown: unknown): CreditFailure {
  if (thrown instanceof CreditFailure) return thrown
  const code = thrown instanceof Problem ? thrown.code : 'UNKNOWN'
  if (code === 'AUTHENTICATION_REQUIRED') return new CreditFailure('UNAUTHORIZED')
  return new CreditFailure(CREDIT_PROBLEMS.find((known) => known === code) ?? 'UNKNOWN')
}

/** The problem of whatever was thrown, for a `useTask`. */
export const creditProblemOf = (thrown: unknown): CreditProblem => problemOfCredits(thrown).problem
