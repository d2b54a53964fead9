import type { ApiClient } from '../../../shared/api/api-client'
import { arrayOf, objectOf, text } from '../../../shared/lib/browser/schema'
import { Problem } from '../../../shared/lib/errors'
import type { ProgramProposal } from '../model/program-proposal'

const LIST = objectOf({
  proposals: arrayOf(objectOf<ProgramProposal>({ id: text, recipeId: text, program: text, wish: text })),
})

/** Changes that a member's programs propose. All methods reject with a `Problem`. */
export class ProposalApi {
  readonly #server: Pick<ApiClient, 'call'>

  constructor(server: Pick<ApiClient, 'call'>) {
    this.#server = server
  }

  /** All proposals of the member, oldest first. */
  async all(): Promise<readonly ProgramProposal[]> {
    const answer = LIST(await this.#server.call({ method: 'GET', path: '/api/proposals' }))
    if (answer === undefined) throw new Problem('UNKNOWN')
    return answer.proposals
  }

  /** Proposals for a recipe, oldest first. */
  async of(recipeId: string): Promise<readonly ProgramProposal[]> {
    return (await this.all()).filter((proposal) => proposal.recipeId === recipeId)
  }

  /** Deletes a proposal after the member's decision. */
  async discard(id: string): Promise<void> {
    await this.#server.call({ method: 'DELETE', path: `/api/proposals/${encodeURIComponent(id)}` })
  }
}
