import { ON_CREDIT_CHANGE } from '../../../contract/credit-operations'
import type { ApiClient } from '../../../shared/api/api-client'
import { LiveConnection } from '../../../shared/api/recipes/live-connection'
import { text } from '../../../shared/lib/browser/schema'
import { deviceStorage, type StorageArea } from '../../../shared/lib/browser/storage'
import { plain, StoredValue } from '../../../shared/lib/browser/stored-value'
import type { CreditBalance, CreditChange } from '../model/credits'
import { CreditApi } from './credit-api'

export interface BalanceSnapshot {
  /** Null until it is known. */
  readonly balance: CreditBalance | null
  /** Grows with each balance that differs from the one before: what else is shown of credits is fetched anew then. */
  readonly changes: number
}

/**
 * A member's balance, live on every open device: the subscription says that something has changed, the query says what it
 * is. It begins with the first who looks and ends with the last.
 */
export class BalanceStore {
  readonly #api: CreditApi
  readonly #live: LiveConnection<CreditChange>
  readonly #opened: StoredValue<string, null>
  readonly #userId: string
  readonly #listeners = new Set<() => void>()
  #snapshot: BalanceSnapshot = { balance: null, changes: 0 }
  /** Grows with each look; the answer to an older one no longer counts. */
  #look = 0

  constructor(server: ApiClient, userId: string, storage: StorageArea = deviceStorage()) {
    this.#api = new CreditApi(server, userId)
    this.#userId = userId
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
    if (this.#listeners.size === 0) this.#live.start()
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
      if (this.#listeners.size === 0) this.#live.stop()
    }
  }

  readonly getSnapshot = (): BalanceSnapshot => this.#snapshot

  /** Looks again. What fails is no loss: the balance that is known stays. */
  readonly refresh = async (): Promise<void> => {
    await this.#load().catch(() => undefined)
  }

  async #load(): Promise<void> {
    this.#look += 1
    const look = this.#look
    const balance = await this.#ask()
    const known = this.#snapshot.balance
    // A later look may have been answered earlier.
    if (look !== this.#look || (known !== null && balance.version < known.version)) return
    if (JSON.stringify(balance) === JSON.stringify(known)) return
    this.#snapshot = { balance, changes: this.#snapshot.changes + 1 }
    for (const listener of this.#listeners) listener()
  }

  /**
   * The first question after a sign-in gives the credits that every member gets once. It may be asked again, so what
   * fails is tried with the next look, and hides no balance meanwhile.
   */
  async #ask(): Promise<CreditBalance> {
    if (this.#opened.read() === this.#userId) return this.#api.balance()
    try {
      const balance = await this.#api.open()
      this.#opened.write(this.#userId)
      return balance
    } catch {
      return this.#api.balance()
    }
  }
}
