import type { ApiClient } from '../../../shared/api/api-client'
import { arrayOf, nullable, number, objectOf, oneOf, type Schema, text, time } from '../../../shared/lib/browser/schema'
import { Problem } from '../../../shared/lib/errors'
import { safeLink } from '../../../shared/lib/recipe/address'
import type { Language } from '../../../shared/lib/recipe/recipe'
import { type CreditPackage, PURCHASE_STATUSES, type Purchase } from '../model/credits'

const PACKAGES = objectOf({
  packages: arrayOf(objectOf({ id: text, credits: number, prices: objectOf({ usd: number }) })),
})

export const PURCHASE: Schema<Purchase> = objectOf<Purchase>({
  id: text,
  packageId: text,
  credits: number,
  amountUsd: number,
  status: oneOf(PURCHASE_STATUSES),
  purchaseDate: time,
  expirationDate: nullable(time),
})
const ONE_PURCHASE = objectOf({ purchase: PURCHASE })
const ADDRESS = objectOf({ url: text })

/** What comes of going to pay: an address to pay at, or a purchase that is over. */
export type Checkout = { readonly url: string } | { readonly purchase: Purchase }

/** Buying credits. Everything rejects with a `Problem`. */
export class PaymentApi {
  readonly #server: Pick<ApiClient, 'call'>

  constructor(server: Pick<ApiClient, 'call'>) {
    this.#server = server
  }

  /** What is sold, in the order in which it is shown. */
  async packages(): Promise<CreditPackage[]> {
    const answer = await this.#server.call({ method: 'GET', path: '/api/payment/packages', open: true })
    const { packages } = read(PACKAGES, answer)
    return packages.map(({ id, credits, prices }) => ({ id, credits, priceCents: prices.usd }))
  }

  /**
   * Opens the payment of a purchase, or finds the one that was opened for it.
   *
   * @param purchaseId made here, so that asking twice opens one payment.
   */
  async checkout(purchaseId: string, packageId: string, language: Language): Promise<Checkout> {
    const body = { purchaseId, packageId, language }
    const answer = await this.#server.call({ method: 'POST', path: '/api/payment/checkout', body })
    const over = ONE_PURCHASE(answer)
    return over ?? { url: addressIn(answer) }
  }

  /** How a purchase of one's own stands; the server looks it up where the money is and gives the credits if they are due. */
  async purchase(id: string): Promise<Purchase> {
    const answer = await this.#server.call({ method: 'GET', path: `/api/payment/purchases/${encodeURIComponent(id)}` })
    return read(ONE_PURCHASE, answer).purchase
  }

  /** Where the receipt of a purchase is. */
  async receipt(id: string): Promise<string> {
    const path = `/api/payment/purchases/${encodeURIComponent(id)}/receipt`
    return addressIn(await this.#server.call({ method: 'GET', path }))
  }
}

function addressIn(answer: unknown): string {
  const address = safeLink(read(ADDRESS, answer).url)
  if (address === null) throw new Problem('UNKNOWN')
  return address
}

/** An answer that is not what was agreed on is nobody's mistake but ours. */
export function read<T>(schema: Schema<T>, answer: unknown): T {
  const value = schema(answer)
  if (value === undefined) throw new Problem('UNKNOWN')
  return value
}
