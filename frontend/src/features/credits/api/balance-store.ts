import { createStore } from 'zustand/vanilla'
import { ON_CREDIT_CHANGE } from '../../../contract/credit-operations'
import type { ApiClient } from '../../../shared/api/api-client'
import { LiveConnection } from '../../../shared/api/recipes/live-connection'
import { text } from '../../../shared/lib/browser/schema'
import { deviceStorage, type StorageArea } from '../../../shared/lib/browser/storage'
import { plain, StoredValue } from '../../../shared/lib/browser/stored-value'
import { ownerHere } from '../../../shared/lib/recipe/owner'
import type { CreditBalance, CreditChange } from '../model/credits'
import { CreditApi } from './credit-api'

export interface BalanceSnapshot {
  /** Null while loading. */
  readonly balance: CreditBalance | null
  /** Incremented when the balance changes, so that dependent lists are fetched again. */
  readonly changes: number
}

/**
 * Live balance of a member. The subscription only signals a change; a query fetches the value. Active while it has
 * listeners.
 */
export class BalanceStore {
  readonly #api: CreditApi
  readonly #live: LiveConnection<CreditChange>
  readonly #opened: StoredValue<string, null>
  readonly #userId: string
  readonly #storage: StorageArea
  readonly #state = createStore<BalanceSnapshot>(() => ({ balance: null, changes: 0 }))
  #subscribers = 0
  /** Number of the latest fetch; results of older ones are ignored. */
  #look = 0

  constructor(server: ApiClient, userId: string, storage: StorageArea = deviceStorage()) {
    this.#api = new CreditApi(server, userId)
    this.#userId = userId
    this.#storage = storage
    this.#opened = new StoredValue('zest.credits-opened', plain(text), null, storage)
    this.#live = new LiveConnection<CreditChange>(
      {
        owner: async () => userId,
        listen: (owner, handlers) =>
          server.subscribe(ON_CREDIT_CHANGE, { userId: owner }, handlers, ({ onCreditChange }) => onCreditChange),
        refreshSession: () => server.refreshSession(),
      },
      {
        onChange: () => void this.refresh(),
        onState: () => undefined,
        peek: () => this.#load(),
        load: () => this.#load(),
      },
    )
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    const end = this.#state.subscribe(listener)
    this.#subscribers += 1
    if (this.#subscribers === 1) this.#live.start()
    return () => {
      end()
      this.#subscribers -= 1
      if (this.#subscribers === 0) this.#live.stop()
    }
  }

  readonly getSnapshot = this.#state.getState

  /** Fetches the balance again. A failure keeps the known value. */
  readonly refresh = async (): Promise<void> => {
    await this.#load().catch(() => undefined)
  }

  async #load(): Promise<void> {
    this.#look += 1
    const look = this.#look
    const balance = await this.#ask()
    const known = this.getSnapshot().balance
    // Responses can arrive out of order.
    if (look !== this.#look || (known !== null && balance.version < known.version)) return
    if (JSON.stringify(balance) === JSON.stringify(known)) return
    this.#state.setState({ balance, changes: this.getSnapshot().changes + 1 })
  }

  /**
   * The first call after a sign-in requests the welcome grant, which is idempotent. If it fails, it is retried with the
   * next fetch and the balance is read anyway.
   */
  async #ask(): Promise<CreditBalance> {
    if (this.#opened.read() === this.#userId) return this.#api.balance()
    try {
      const balance = await this.#api.open()
      // Not after a sign-out, which may have happened in another tab.
      if (ownerHere(this.#storage) === this.#userId) this.#opened.write(this.#userId)
      return balance
    } catch {
      return this.#api.balance()
    }
  }
}
