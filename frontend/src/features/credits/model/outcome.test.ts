import { describe, expect, it } from 'vitest'
import type { CreditProblem } from '../../../shared/lib/error-codes'
import { Problem } from '../../../shared/lib/errors'
import type { Purchase, PurchaseStatus } from './credits'
import { outcomeOf, TIMEOUT_MS } from './outcome'

const purchase = (status: PurchaseStatus): Purchase => ({
  id: '0'.repeat(32),
  packageId: 'small',
  credits: 20,
  amountUsd: 2.99,
  status,
  purchaseDate: '2026-11-22T12:00:00Z',
  expirationDate: null,
})

/** Returns these answers in order and repeats the last one; only `pause` advances the clock. */
async function waitFor(answers: readonly (PurchaseStatus | CreditProblem)[], leaveAfter = Number.POSITIVE_INFINITY) {
  let [now, looks] = [0, 0]
  const pauses: number[] = []
  const outcome = await outcomeOf({
    look: async () => {
      const answer = answers[Math.min(looks, answers.length - 1)] ?? 'UNKNOWN'
      looks += 1
      if (['PENDING', 'COMPLETED', 'FAILED', 'REFUNDED'].includes(answer)) return purchase(answer as PurchaseStatus)
      throw new Problem(answer as CreditProblem)
    },
    pause: async (ms) => {
      pauses.push(ms)
      now += ms
    },
    now: () => now,
    wanted: () => looks < leaveAfter,
  })
  return { outcome, looks, pauses, now }
}

describe('polling the outcome of a purchase', () => {
  it.each(['COMPLETED', 'FAILED', 'REFUNDED'] as const)('ends with %s', async (status) => {
    const { outcome, looks } = await waitFor(['PENDING', 'PENDING', status])
    expect([outcome, looks]).toEqual([{ kind: 'over', purchase: purchase(status) }, 3])
  })

  it('backs off', async () => {
    const { pauses } = await waitFor(['PENDING'])
    expect(pauses.slice(0, 4)).toEqual([500, 1_000, 1_500, 2_000])
    expect(pauses).toEqual(pauses.toSorted((a, b) => a - b))
    expect(pauses.at(-1)).toBe(10_000)
  })

  it('continues through transient failures', async () => {
    const { outcome } = await waitFor(['OFFLINE', 'BUSY', 'PROVIDER_UNAVAILABLE', 'UNKNOWN', 'COMPLETED'])
    expect(outcome.kind).toBe('over')
  })

  it.each(['UNKNOWN_PURCHASE', 'UNAUTHORIZED', 'CREDITS_OFF'] as const)('does not ask through %s', async (problem) => {
    await expect(waitFor(['PENDING', problem])).rejects.toMatchObject({ code: problem })
  })

  it('times out, and says whether the server ever answered', async () => {
    const pending = await waitFor(['OFFLINE', 'PENDING'])
    expect(pending.outcome).toEqual({ kind: 'still-pending' })
    expect(pending.now).toBeGreaterThanOrEqual(TIMEOUT_MS)
    expect(pending.now).toBeLessThan(TIMEOUT_MS + 10_001)
    expect((await waitFor(['PENDING', 'OFFLINE'])).outcome).toEqual({ kind: 'unreachable' })
  })

  it('ends when it is cancelled', async () => {
    expect((await waitFor(['PENDING'], 2)).looks).toBe(2)
  })
})
