/** Days of the calendar, written as 2026-11-22, as a person at home names them. */

/** The server remembers no more of a recipe. */
export const MOST_DAYS = 200

/** The day of a moment where this device is. */
export function dayOf(moment: Date): string {
  const two = (number: number) => String(number).padStart(2, '0')
  return `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`
}

/** The days with another one, the latest first, each once. */
export function withDay(days: readonly string[], day: string): readonly string[] {
  return [...new Set([...days, day])].sort().reverse().slice(0, MOST_DAYS)
}

/** Noon of a day, in UTC: to be written in UTC, where it is that day everywhere. */
export function noonOf(day: string): Date {
  return new Date(`${day}T12:00:00Z`)
}
