import { ISSUE_OWNER_TOKEN } from '../../../contract/operations'
import type { Analytics } from '../../../shared/api/analytics'
import type { CreditsServer } from '../../../shared/api/api-client'
import { OwnerTokenCache } from '../../../shared/api/owner-token'
import { objectOf, text, time } from '../../../shared/lib/browser/schema'
import { CreditFailure, problemOfCredits } from '../../../shared/lib/credit-problem'
import { safeLink } from '../../../shared/lib/recipe/address'
import { GroceryFailure } from '../model/grocery-problem'
import type { OrderedIngredient } from '../model/order'

/** A page at the grocery service that is to be made. */
export interface GroceryOrder {
  readonly ingredients: readonly OrderedIngredient[]
  /** Empty where several recipes have none in common. */
  readonly title: string
  readonly instructions: readonly string[]
  readonly imageUrl: string
  /** The page that the service leads back to. */
  readonly partnerLinkbackUrl: string
  readonly servings?: number
  readonly locale: 'en-US' | 'en-CA' | 'fr-CA'
}

/** More rows than these the server takes none of. */
export const MOST_ROWS = 200
const LINK = objectOf({ url: text, expiresAt: time })

/** Makes a page at the grocery service. Rejects with a `GroceryFailure`. */
export class GroceryApi {
  readonly #server: Pick<CreditsServer, 'send' | 'call'>
  readonly #record: Analytics['record']
  readonly #tokens: OwnerTokenCache

  constructor(server: Pick<CreditsServer, 'send' | 'call'>, record: Analytics['record']) {
    this.#server = server
    this.#record = record
    this.#tokens = new OwnerTokenCache(async () => {
      const { issueOwnerToken } = await server.send(ISSUE_OWNER_TOKEN, {})
      if (issueOwnerToken === null) throw new GroceryFailure('UNAUTHORIZED')
      return issueOwnerToken
    })
  }

  /** Where the page is. Asking for the same again gives the same page. */
  async link(order: GroceryOrder): Promise<string> {
    if (order.ingredients.length > MOST_ROWS) throw new GroceryFailure('TOO_LONG')
    const answer = LINK(await this.#ask(order).catch(fail))
    const url = answer === undefined ? null : safeLink(answer.url)
    if (url === null) throw new GroceryFailure('UNKNOWN')
    this.#record({ name: 'instacart_url_generated', ingredient_count: order.ingredients.length })
    return url
  }

  /** Guests show who they are as members do: by a token of the recipes' owner. */
  async #ask(order: GroceryOrder): Promise<unknown> {
    const call = { method: 'POST', path: '/api/instacart/generate-url', body: { ...order } } as const
    try {
      return await this.#server.call({ ...call, token: await this.#tokens.get() })
    } catch (thrown) {
      if (!(thrown instanceof CreditFailure) || thrown.problem !== 'UNAUTHORIZED') throw thrown
      // The token may have been signed with a key that is no longer valid: one fresh token, one more try.
      this.#tokens.forget()
      return this.#server.call({ ...call, token: await this.#tokens.get() })
    }
  }
}

function fail(thrown: unknown): never {
  if (thrown instanceof GroceryFailure) throw thrown
  const { problem, again } = problemOfCredits(thrown)
  const isKnown = problem === 'BUSY' || problem === 'OFFLINE' || problem === 'UNAUTHORIZED'
  throw new GroceryFailure(isKnown ? problem : 'UNKNOWN', again)
}
