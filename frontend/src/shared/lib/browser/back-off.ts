/**
 * Exponential back-off with jitter, in milliseconds: doubles from `firstMs` to `mostMs`, randomized over the upper
 * half, so that clients do not retry in the same instant.
 * @param attempt 0 for the first wait.
 * @param random a number in [0, 1).
 */
export function backOffMs(attempt: number, firstMs: number, mostMs: number, random: number): number {
  const full = Math.min(mostMs, firstMs * 2 ** Math.min(attempt, 30))
  return Math.round(full / 2 + (full / 2) * random)
}
