/** Server limits of one admin action. */
export const MOST_CREDITS = 10_000
export const LONGEST_REASON = 200

/** Form values of an admin action. */
export interface TypedAct {
  readonly credits: string
  readonly reason: string
}

export type ActProblem = 'credits' | 'reason-missing' | 'reason-too-long'

/** Validation errors of the form; empty if valid. */
export function problemsOf({ credits, reason }: TypedAct): ReadonlySet<ActProblem> {
  const problems = new Set<ActProblem>()
  if (creditsOf(credits) === null) problems.add('credits')
  return new Set([...problems, ...problemsOfReason(reason)])
}

/** Validation errors of the reason. */
export function problemsOfReason(reason: string): ReadonlySet<ActProblem> {
  const { length } = [...reason.trim()]
  if (length === 0) return new Set<ActProblem>(['reason-missing'])
  return new Set<ActProblem>(length > LONGEST_REASON ? ['reason-too-long'] : [])
}

/** Parses a whole number from 1 to `MOST_CREDITS`; null if invalid. */
export function creditsOf(typed: string): number | null {
  const text = typed.trim()
  if (!/^[0-9]{1,5}$/.test(text)) return null
  const credits = Number(text)
  return credits >= 1 && credits <= MOST_CREDITS ? credits : null
}
