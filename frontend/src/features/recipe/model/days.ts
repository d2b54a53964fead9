/** Local calendar dates in ISO format (2026-11-22). */

/** Server limit per recipe. */
export const MAX_DAYS = 200

/** Local date of a moment. */
export function dayOf(moment: Date): string {
  const two = (number: number) => String(number).padStart(2, '0')
  return `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`
}

/** Adds a date; unique, latest first. */
export function withDay(days: readonly string[], day: string): readonly string[] {
  return [...new Set([...days, day])].sort().reverse().slice(0, MAX_DAYS)
}

/** Noon UTC of a date, to be formatted in UTC. */
export function noonOf(day: string): Date {
  return new Date(`${day}T12:00:00Z`)
}
