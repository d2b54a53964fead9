/** Why there is no page at the grocery service, as far as people can do something about it. */
export type GroceryProblem = 'TOO_LONG' | 'BUSY' | 'OFFLINE' | 'UNAUTHORIZED' | 'UNKNOWN'

/** What calls to the grocery service reject with. */
export class GroceryFailure extends Error {
  readonly problem: GroceryProblem
  /** When there is more of what a limit has refused, in ISO 8601; null for all other reasons. */
  readonly again: string | null

  constructor(problem: GroceryProblem, again: string | null = null) {
    super(problem)
    this.name = 'GroceryFailure'
    this.problem = problem
    this.again = again
  }
}

/** Whatever was thrown, for a `useTask`. */
export const groceryFailureOf = (thrown: unknown): GroceryFailure =>
  thrown instanceof GroceryFailure ? thrown : new GroceryFailure('UNKNOWN')
