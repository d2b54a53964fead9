import { useMemo } from 'react'
import { useApiClient } from '../../../shared/api/ApiClientProvider'
import type { ApiClient, RestCall } from '../../../shared/api/api-client'
import {
  arrayOf,
  boolean,
  fittingOf,
  nullable,
  number,
  objectOf,
  oneOf,
  text,
  textUpTo,
  time,
  withDefault,
} from '../../../shared/lib/browser/schema'
import { GRANT_TYPES, HOLD_STATES, TRANSACTION_KINDS } from '../model/credits'
import type {
  Audit,
  Member,
  MemberAccount,
  MemberGrant,
  MemberHold,
  MemberPurchase,
  MemberTransaction,
} from '../model/member-account'
import { PURCHASE, read } from './payment-api'

const LONGEST_DESCRIPTION = 1_000

const MEMBERS = objectOf({
  members: arrayOf(
    objectOf<Member>({
      id: text,
      email: nullable(text),
      createdAt: nullable(time),
      enabled: boolean,
      confirmed: boolean,
    }),
  ),
})

const ACCOUNT = objectOf<MemberAccount>({
  balance: objectOf({ creditBalance: number, heldCredits: number, lifetimeCredits: number, lifetimeUsage: number }),
  grants: arrayOf(
    objectOf<MemberGrant>({
      id: text,
      creditsGranted: number,
      creditsRemaining: number,
      grantType: oneOf(GRANT_TYPES),
      expirationDate: time,
      expired: boolean,
    }),
  ),
  transactions: arrayOf(
    objectOf<MemberTransaction>({
      id: text,
      amount: number,
      kind: oneOf(TRANSACTION_KINDS),
      description: textUpTo(LONGEST_DESCRIPTION),
      balanceAfter: number,
      metadata: text,
      createdAt: time,
      holdState: withDefault(nullable(oneOf(HOLD_STATES)), null),
      recipeId: withDefault(nullable(text), null),
      conversationId: withDefault(nullable(text), null),
    }),
  ),
  purchases: arrayOf(PURCHASE),
  holds: fittingOf(objectOf<MemberHold>({ id: text, credits: number, state: oneOf(HOLD_STATES), createdAt: time })),
  audit: objectOf<Audit>({ isClean: boolean, damages: arrayOf(objectOf({ row: text, what: text })) }),
})

const BALANCE_AFTER = objectOf({ balance: objectOf({ creditBalance: number }) })
const TAKEN = objectOf({ taken: number, balance: objectOf({ creditBalance: number }) })
const REFUNDED = objectOf({ purchase: PURCHASE })

/** An admin action. Its key is created once per form, so that sending it twice has one effect. */
export interface Act {
  readonly key: string
  readonly reason: string
}

/** Admin API; the server authorizes each call. All methods reject with a `Problem`. */
export class AdminApi {
  readonly #server: Pick<ApiClient, 'call'>

  constructor(server: Pick<ApiClient, 'call'>) {
    this.#server = server
  }

  /** Members with this email or id. */
  async find(wanted: { email: string } | { id: string }): Promise<readonly Member[]> {
    return read(MEMBERS, await this.#get(`members?${new URLSearchParams(wanted)}`)).members
  }

  /** A member's balance, transactions and purchases. */
  async account(memberId: string): Promise<MemberAccount> {
    return read(ACCOUNT, await this.#get(`members/${encodeURIComponent(memberId)}/credits`))
  }

  /** Grants credits and returns the new balance. */
  async grant(memberId: string, credits: number, act: Act): Promise<number> {
    const answer = await this.#post(`members/${encodeURIComponent(memberId)}/grants`, { ...act, credits })
    return read(BALANCE_AFTER, answer).balance.creditBalance
  }

  /**
   * Takes credits, at most the balance.
   * @param credits positive
   */
  async take(memberId: string, credits: number, act: Act): Promise<{ taken: number; balance: number }> {
    const path = `members/${encodeURIComponent(memberId)}/adjustments`
    const { taken, balance } = read(TAKEN, await this.#post(path, { ...act, credits: -credits }))
    return { taken: Math.abs(taken), balance: balance.creditBalance }
  }

  async refund(purchaseId: string, act: Act): Promise<MemberPurchase> {
    const answer = await this.#post(`purchases/${encodeURIComponent(purchaseId)}/refund`, { ...act })
    return read(REFUNDED, answer).purchase
  }

  #get(path: string): Promise<unknown> {
    return this.#server.call({ method: 'GET', path: `/api/admin/${path}` })
  }

  #post(path: string, body: NonNullable<RestCall['body']>): Promise<unknown> {
    return this.#server.call({ method: 'POST', path: `/api/admin/${path}`, body })
  }
}

export function useAdminApi(): AdminApi {
  const server = useApiClient()
  return useMemo(() => new AdminApi(server), [server])
}
