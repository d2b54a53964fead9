import { ISSUE_OWNER_TOKEN } from '../../contract/operations'
import { Problem } from '../lib/errors'
import type { ApiClient, RestCall } from './api-client'
import { OwnerTokenCache } from './owner-token'

/** REST calls with an owner token, for guests and members. */
export class OwnerCalls {
  readonly #client: Pick<ApiClient, 'send' | 'call'>
  readonly #tokens: OwnerTokenCache

  constructor(client: Pick<ApiClient, 'send' | 'call'>) {
    this.#client = client
    this.#tokens = new OwnerTokenCache(async () => {
      const { issueOwnerToken } = await client.send(ISSUE_OWNER_TOKEN, {})
      if (issueOwnerToken === null) throw new Problem('UNAUTHORIZED')
      return issueOwnerToken
    })
  }

  async call(call: RestCall): Promise<unknown> {
    const token = await this.#tokens.get()
    try {
      return await this.#client.call({ ...call, token })
    } catch (thrown) {
      if (!(thrown instanceof Problem) || thrown.code !== 'UNAUTHORIZED') throw thrown
      // The signing key may have been rotated: retry once with a new token.
      this.#tokens.forget()
      return this.#client.call({ ...call, token: await this.#tokens.get() })
    }
  }
}
