import type { Feedback } from '../feedback/feedback'
import type { Recipe } from '../recipe/recipe'

/** Account, recipes and feedback of a user, as one machine-readable file. */
export interface ExportFile {
  readonly format: 'zest-export/1'
  /** Time of the export in ISO 8601. */
  readonly exportedAt: string
  /** Null for a guest. */
  readonly account: { readonly email: string; readonly name: string | null } | null
  readonly recipes: readonly Recipe[]
  readonly feedback: readonly Feedback[]
}

export function exportFile(
  account: ExportFile['account'],
  recipes: readonly Recipe[],
  feedback: readonly Feedback[],
  now: Date,
): ExportFile {
  const person = account === null ? null : { email: account.email, name: account.name }
  return { format: 'zest-export/1', exportedAt: now.toISOString(), account: person, recipes, feedback }
}

/** File name, for example "zest-2026-11-21.json". */
export function exportName(now: Date): string {
  return `zest-${now.toISOString().slice(0, 10)}.json`
}
