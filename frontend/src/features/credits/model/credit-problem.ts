import { CREDIT_PROBLEMS, type CreditProblem } from '../../../shared/lib/error-codes'
import { Problem } from '../../../shared/lib/errors'

/** Maps a thrown value to a code that has a credit message. */
export function creditProblemOf(thrown: unknown): CreditProblem {
  const code = thrown instanceof Problem ? thrown.code : 'UNKNOWN'
  if (code === 'AUTHENTICATION_REQUIRED') return 'UNAUTHORIZED'
  if (code === 'LIMIT_REACHED') return 'BUSY'
  return CREDIT_PROBLEMS.find((known) => known === code) ?? 'UNKNOWN'
}
