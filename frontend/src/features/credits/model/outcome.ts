import { Problem } from '../../../shared/lib/errors'
import { creditProblemOf } from './credit-problem'
import type { Purchase } from './credits'

/** Result of polling a purchase. */
export type Outcome =
  /** Completed, failed or refunded. */
  | { readonly kind: 'over'; readonly purchase: Purchase }
  /** Timed out while pending. */
  | { readonly kind: 'still-pending' }
  /** Timed out, and the last poll failed. */
  | { readonly kind: 'unreachable' }

/** Poll intervals: short at first, because most payments complete within seconds. */
const PAUSES_MS = [500, 1_000, 1_500, 2_000, 3_000, 5_000, 8_000, 10_000]
/** Time after which polling stops. */
export const TIMEOUT_MS = 3 * 60_000

export interface Waiting {
  /** Fetches the purchase. Rejects with a `Problem`. */
  readonly look: () => Promise<Purchase>
  readonly pause: (ms: number) => Promise<void>
  /** Ms since the epoch. */
  readonly now: () => number
  /** False once cancelled. */
  readonly wanted: () => boolean
}

/**
 * Polls a purchase until it is finished. Continues through transient failures; others, such as a foreign purchase,
 * reject with a `Problem`.
 */
export async function outcomeOf({ look, pause, now, wanted }: Waiting): Promise<Outcome> {
  const begun = now()
  let answered = false
  for (let count = 0; wanted(); count += 1) {
    try {
      const purchase = await look()
      if (purchase.status !== 'PENDING') return { kind: 'over', purchase }
      answered = true
    } catch (thrown) {
      if (!mayPass(thrown)) throw thrown
      answered = false
    }
    if (now() - begun >= TIMEOUT_MS) break
    await pause(PAUSES_MS[Math.min(count, PAUSES_MS.length - 1)] ?? 0)
  }
  return { kind: answered ? 'still-pending' : 'unreachable' }
}

function mayPass(thrown: unknown): boolean {
  if (!(thrown instanceof Problem)) return false
  const problem = creditProblemOf(thrown)
  return problem === 'OFFLINE' || problem === 'BUSY' || problem === 'PROVIDER_UNAVAILABLE' || problem === 'UNKNOWN'
}
