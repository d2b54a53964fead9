/**
 * Milliseconds to wait before another attempt: doubling from `firstMs` to `mostMs`, spread over the upper half so
 * that many pages which lost the same server do not return to it in the same instant.
 *
 * @param attempt 0 for the first wait.
 * @param random a number in [0, 1).
 */
export function backOffMs(attempt: number, firstMs: number, mostMs: number, random: number): number {
  const full = Math.min(mostMs, firstMs * 2 ** Math.min(attempt, 30))
  return Math.round(full / 2 + (full / 2) * random)
}
