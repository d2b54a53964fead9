import {
  CREDIT_BALANCE,
  LIST_CREDIT_GRANTS,
  LIST_CREDIT_PURCHASES,
  LIST_CREDIT_TRANSACTIONS,
  OPEN_CREDITS,
} from '../../../contract/credit-operations'
import type { ListCreditGrantsQuery } from '../../../contract/operations'
import type { ApiClient } from '../../../shared/api/api-client'
import type { CreditBalance, CreditGrant, CreditTransaction, PastPurchase, TransactionType } from '../model/credits'

/** Page of a list; `nextToken` is null on the last one. */
export interface Page<Item> {
  readonly items: readonly Item[]
  readonly nextToken: string | null
}

const PAGE_SIZE = 50
/** Page size of the export, to save calls. */
const LARGE_PAGE_SIZE = 500
const LAST_PAGE = { items: [], nextToken: null }

/** Reads a member's own credits. All methods reject with a `Problem`. */
export class CreditApi {
  readonly #send: ApiClient['send']
  readonly #userId: string

  /** @param userId the signed-in member */
  constructor(server: Pick<ApiClient, 'send'>, userId: string) {
    this.#send = server.send
    this.#userId = userId
  }

  /** Requests the one-time welcome grant and returns the balance. Idempotent. */
  async open(): Promise<CreditBalance> {
    const { openCredits } = await this.#send(OPEN_CREDITS, {})
    return openCredits ?? this.#nothing()
  }

  /** The balance; 0 for a member without credits. */
  async balance(): Promise<CreditBalance> {
    const { listUserCreditBalanceByUserId: found } = await this.#send(CREDIT_BALANCE, { userId: this.#userId })
    return found?.items[0] ?? this.#nothing()
  }

  /**
   * Grants with credits left, next expiry first.
   * @param now ms since the epoch
   */
  async openGrants(now: number): Promise<CreditGrant[]> {
    const open: CreditGrant[] = []
    let nextToken: string | null = null
    do {
      const answer: ListCreditGrantsQuery = await this.#send(LIST_CREDIT_GRANTS, {
        userId: this.#userId,
        now: new Date(now).toISOString(),
        limit: PAGE_SIZE,
        nextToken,
      })
      const { items, nextToken: next } = answer.listCreditGrantByUserIdAndExpirationDate ?? LAST_PAGE
      open.push(...items)
      nextToken = next
    } while (nextToken !== null)
    return open
  }

  /**
   * Page of the history, newest first. With a type filter a page may be short or empty although more follow.
   * @param type null for all types
   */
  async transactions(
    type: TransactionType | null,
    nextToken: string | null,
    limit: number = PAGE_SIZE,
  ): Promise<Page<CreditTransaction>> {
    const { listCreditTransactionByUserIdAndCreatedAt: found } = await this.#send(LIST_CREDIT_TRANSACTIONS, {
      userId: this.#userId,
      filter: type === null ? null : { transactionType: { eq: type } },
      limit,
      nextToken,
    })
    return found ?? LAST_PAGE
  }

  /** The whole history in pages, newest first. */
  async *allTransactions(): AsyncGenerator<readonly CreditTransaction[]> {
    let nextToken: string | null = null
    do {
      const page: Page<CreditTransaction> = await this.transactions(null, nextToken, LARGE_PAGE_SIZE)
      yield page.items
      nextToken = page.nextToken
    } while (nextToken !== null)
  }

  /** Page of the purchases, newest first. */
  async purchases(nextToken: string | null): Promise<Page<PastPurchase>> {
    const { listCreditPurchaseByUserIdAndPurchaseDate: found } = await this.#send(LIST_CREDIT_PURCHASES, {
      userId: this.#userId,
      limit: PAGE_SIZE,
      nextToken,
    })
    return found ?? LAST_PAGE
  }

  #nothing(): CreditBalance {
    return { userId: this.#userId, creditBalance: 0, heldCredits: 0, version: 0 }
  }
}
