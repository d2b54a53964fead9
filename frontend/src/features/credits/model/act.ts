/** Server limits of one admin action. */
export const MAX_CREDITS = 10_000
export const LONGEST_REASON = 200

/** Parses a whole number from 1 to `MAX_CREDITS`; null if invalid. */
export function creditsOf(typed: string): number | null {
  const text = typed.trim()
  if (!/^[0-9]{1,5}$/.test(text)) return null
  const credits = Number(text)
  return credits >= 1 && credits <= MAX_CREDITS ? credits : null
}
