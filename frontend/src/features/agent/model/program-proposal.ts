/** A change that a program proposes for a recipe (lambdas/app/src/program_proposals.rs). */
export interface ProgramProposal {
  readonly id: string
  readonly recipeId: string
  /** Name of the program's token. */
  readonly program: string
  readonly wish: string
}
