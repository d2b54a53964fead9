import type { GroceryProblem } from '../../../shared/lib/error-codes'
import { Problem } from '../../../shared/lib/errors'

const KNOWN = ['TOO_LONG', 'BUSY', 'OFFLINE', 'UNAUTHORIZED', 'UNKNOWN'] as const

/** Converts any thrown value to a `GroceryProblem`. */
export function groceryProblemOf(thrown: unknown): Problem<GroceryProblem> {
  const { code, detail }: { code: string; detail: string | null } =
    thrown instanceof Problem ? thrown : new Problem('UNKNOWN')
  if (code === 'LIMIT_REACHED') return detail === null ? new Problem('BUSY') : new Problem('LIMIT_REACHED', detail)
  if (code === 'AUTHENTICATION_REQUIRED') return new Problem('UNAUTHORIZED')
  return new Problem(KNOWN.find((known) => known === code) ?? 'UNKNOWN')
}
