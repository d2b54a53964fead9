import { useMemo } from 'react'
import { useApiClient } from '../../../shared/api/ApiClientProvider'
import type { Analytics } from '../../../shared/api/analytics'
import type { ApiClient } from '../../../shared/api/api-client'
import { OwnerCalls } from '../../../shared/api/owner-calls'
import { useRecord } from '../../../shared/api/useRecord'
import { objectOf, text, time } from '../../../shared/lib/browser/schema'
import { Problem } from '../../../shared/lib/errors'
import { safeLink } from '../../../shared/lib/recipe/address'
import { groceryProblemOf } from '../model/grocery-problem'
import type { OrderedIngredient } from '../model/order'

/** Request for a page at the grocery service. */
export interface GroceryOrder {
  readonly ingredients: readonly OrderedIngredient[]
  /** Title of the only recipe; otherwise empty. */
  readonly title: string
  readonly instructions: readonly string[]
  readonly imageUrl: string
  /** Link back to Zest, shown by the service. */
  readonly partnerLinkbackUrl: string
  readonly servings?: number
  readonly locale: 'en-US' | 'en-CA' | 'fr-CA'
}

/** Row limit of the server. */
export const MAX_ROWS = 200
const LINK = objectOf({ url: text, expiresAt: time })

/** Creates pages at the grocery service. Rejects with a `Problem<GroceryProblem>`. */
export class GroceryApi {
  readonly #calls: OwnerCalls
  readonly #record: Analytics['record']

  constructor(client: Pick<ApiClient, 'send' | 'call'>, record: Analytics['record']) {
    this.#calls = new OwnerCalls(client)
    this.#record = record
  }

  /** Address of the page. The same order gives the same page. */
  async link(order: GroceryOrder): Promise<string> {
    try {
      if (order.ingredients.length > MAX_ROWS) throw new Problem('TOO_LONG')
      const answer = LINK(
        await this.#calls.call({ method: 'POST', path: '/api/instacart/generate-url', body: { ...order } }),
      )
      const url = answer === undefined ? null : safeLink(answer.url)
      if (url === null) throw new Problem('UNKNOWN')
      this.#record({ name: 'instacart_url_generated', ingredient_count: order.ingredients.length })
      return url
    } catch (thrown) {
      throw groceryProblemOf(thrown)
    }
  }
}

export function useGroceryApi(): GroceryApi {
  const server = useApiClient()
  const record = useRecord()
  return useMemo(() => new GroceryApi(server, record), [server, record])
}
