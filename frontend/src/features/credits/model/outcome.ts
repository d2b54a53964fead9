import { Problem } from '../../../shared/lib/errors'
import { creditProblemOf } from './credit-problem'
import type { Purchase } from './credits'

/** What became of a purchase, as far as it is known. */
export type Outcome =
  /** Paid, not paid, or given back. */
  | { readonly kind: 'over'; readonly purchase: Purchase }
  /** It was asked for as long as somebody waits, and is still under way. */
  | { readonly kind: 'still-pending' }
  /** It could not be asked for. */
  | { readonly kind: 'unreachable' }

/** Between two questions, in milliseconds: quick at first, because most payments are told of within seconds. */
const PAUSES_MS = [500, 1_000, 1_500, 2_000, 3_000, 5_000, 8_000, 10_000]
/** How long is asked before somebody is told what else they can do, in milliseconds. */
export const TIMEOUT_MS = 3 * 60_000

/** What a wait needs of the world. */
export interface Waiting {
  /** Asks for the purchase. Rejects with a `Problem`. */
  readonly look: () => Promise<Purchase>
  readonly pause: (ms: number) => Promise<void>
  /** Milliseconds. */
  readonly now: () => number
  /** False once nobody waits any more. */
  readonly wanted: () => boolean
}

/**
 * Asks again and again until a purchase is over. What may pass, such as a lost network, is asked through; what does
 * not, such as somebody else's purchase, rejects with a `Problem`.
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
