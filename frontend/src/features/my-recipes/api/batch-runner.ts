import { createStore } from 'zustand/vanilla'
import type { Analytics } from '../../../shared/api/analytics'
import type { RecipeApi } from '../../../shared/api/recipes/recipe-api'
import type { RecipeStore } from '../../../shared/api/recipes/recipe-store'
import { backOffMs } from '../../../shared/lib/browser/back-off'
import { inOneTab } from '../../../shared/lib/browser/one-tab'
import { deviceStorage } from '../../../shared/lib/browser/storage'
import { asProblem, waitsForNetwork, waitsForRoom, worthSendingAgain } from '../../../shared/lib/errors'
import { batchFlag } from '../../../shared/lib/importing/batch-flag'
import { ownerHere } from '../../../shared/lib/recipe/owner'
import type { Language, RecipeCard } from '../../../shared/lib/recipe/recipe'
import { newRecipeId } from '../../../shared/lib/recipe/recipe-id'
import type { Address } from '../model/addresses'
import {
  type Batch,
  type BatchItem,
  cancelled,
  countWaiting,
  done,
  isFinished,
  itemsWith,
  outcomeOf,
  withItem,
  withMore,
} from '../model/batch'
import { BatchDatabase } from './batch-database'

/** Maximum number of concurrent imports. More would delay the caller's other imports. */
const MAX_AT_ONCE = 4
/** Maximum number of retries of an address. Failures by network, load or limit do not count. */
const MAX_ATTEMPTS = 5
/** First and longest delay after failed calls, before jitter. */
const WAIT_MS = [5_000, 60_000] as const
/** Random delay after a limit, so that clients do not send simultaneously. */
const SPREAD_MS = 5_000
const CHANNEL = 'zest.batch'

type Store = Pick<RecipeStore, 'subscribe' | 'getSnapshot' | 'retry'>

/**
 * Imports the addresses of a batch, a few at a time, in one tab, and resumes after a reload. Ids are created and stored
 * before an address is sent, so that sending twice is idempotent.
 */
export class BatchRunner {
  readonly #api: Pick<RecipeApi, 'create'>
  readonly #store: Store
  readonly #record: Analytics['record']
  readonly #database = new BatchDatabase()
  readonly #channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(CHANNEL)
  readonly #shown = createStore<{ batch: Batch | null }>(() => ({ batch: null }))
  #isStarted = false
  /** Whether this tab sends. */
  #isLeader = false
  #isStepping = false
  #isAsked = false
  /** Ids of running calls. */
  readonly #calls = new Set<string>()
  /** Ids confirmed by the server since the page was loaded. */
  readonly #confirmed = new Set<string>()
  readonly #attempts = new Map<string, number>()
  #failures = 0
  #waitUntil = 0
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(api: Pick<RecipeApi, 'create'>, store: Store, record: Analytics['record']) {
    this.#api = api
    this.#store = store
    this.#record = record
  }

  readonly subscribe = this.#shown.subscribe
  readonly getSnapshot = (): Batch | null => this.#shown.getState().batch

  /** Loads the stored batch and continues it; later calls do nothing. */
  start(): void {
    if (this.#isStarted) return
    this.#isStarted = true
    this.#channel?.addEventListener('message', () => void this.#change((batch) => batch, false))
    this.#store.subscribe(() => void this.#step())
    addEventListener('online', () => {
      this.#waitUntil = 0
      void this.#step()
    })
    void this.#change((batch) => batch, false)
    // The tab keeps the lock until it is closed.
    void inOneTab(CHANNEL, () => {
      this.#isLeader = true
      void this.#step()
      return new Promise<void>(() => undefined)
    })
  }

  /** @param there addresses that the caller already has */
  async add(addresses: readonly Address[], there: readonly Address[], language: Language): Promise<void> {
    const item = ({ url, title }: Address): BatchItem => ({
      id: newRecipeId(),
      url,
      title,
      state: 'waiting',
      outcome: null,
      code: null,
    })
    const items = [...there.map((address) => ({ ...item(address), ...done('there') })), ...addresses.map(item)]
    // The flag first: a batch without it counts as cancelled.
    batchFlag.write((batchFlag.read() ?? 0) + addresses.length)
    const owner = this.#owner()
    await this.#change((before) => withMore(before, { owner, language, items, again: null }))
    this.start()
    void this.#step()
  }

  cancel(): Promise<void> {
    return this.#change((batch) => (batch === null ? null : cancelled(batch)))
  }

  /** Drops a finished batch. */
  async dismiss(): Promise<void> {
    await this.#change(() => null)
    batchFlag.clear()
  }

  #owner(): string {
    return ownerHere(deviceStorage())
  }

  async #change(change: (batch: Batch | null) => Batch | null, notify = true): Promise<void> {
    const owner = this.#owner()
    const isForgotten = batchFlag.read() === null
    // A guest who signed in keeps the batch.
    const ofGuest = owner === 'guest' || isForgotten ? null : await this.#database.change('guest', (batch) => batch)
    if (ofGuest !== null) await this.#database.change('guest', () => null)
    const batch = await this.#database.change(owner, (stored) => {
      return change(isForgotten ? null : (stored ?? (ofGuest && { ...ofGuest, owner })))
    })
    // A sign-out during the transaction must not be undone.
    if (owner !== this.#owner() || (!isForgotten && batchFlag.read() === null)) {
      this.#shown.setState({ batch: null })
      return
    }
    const before = this.getSnapshot()
    const wasFinished = before === null || isFinished(before)
    if (batch !== null) {
      batchFlag.write(countWaiting(batch))
      if (!wasFinished && isFinished(batch) && this.#isLeader) this.#recordEnd(batch)
    }
    if (notify) this.#channel?.postMessage(null)
    this.#shown.setState({ batch })
    void this.#step()
  }

  #recordEnd(batch: Batch): void {
    this.#record({
      name: 'addresses_finished',
      address_count: batch.items.length,
      imported_count: itemsWith(batch, 'imported').length,
    })
  }

  async #step(): Promise<void> {
    this.#isAsked = true
    if (this.#isStepping || !this.#isLeader) return
    this.#isStepping = true
    try {
      while (this.#isAsked) {
        this.#isAsked = false
        await this.#advance()
      }
    } finally {
      this.#isStepping = false
    }
  }

  async #advance(): Promise<void> {
    const batch = this.getSnapshot()
    if (batch === null) return
    if (batch.owner !== this.#owner() || batchFlag.read() === null) {
      await this.#change((stored) => stored, false)
      return
    }
    if (isFinished(batch)) return
    await this.#settle(batch)
    const now = Date.now()
    if (now < this.#waitUntil) {
      clearTimeout(this.#timer)
      this.#timer = setTimeout(() => void this.#step(), this.#waitUntil - now)
      return
    }
    const current = this.getSnapshot()
    if (current === null) return
    const sent = current.items.filter(({ state }) => state === 'sent')
    for (const { id, url } of sent) {
      // Sent by an earlier page, which did not get the response.
      if (!this.#calls.has(id) && !this.#confirmed.has(id)) this.#send(id, url, current.language)
    }
    const next = current.items.filter(({ state }) => state === 'waiting').slice(0, MAX_AT_ONCE - sent.length)
    if (next.length === 0) return
    await this.#change((stored) =>
      stored === null
        ? null
        : next.reduce<Batch>((changed, { id }) => withItem(changed, id, { state: 'sent' }), { ...stored, again: null }),
    )
    for (const { id, url } of next) this.#send(id, url, current.language)
  }

  /** Records the results of the sent addresses. */
  async #settle({ items }: Batch): Promise<void> {
    const { recipes, whole, synced } = this.#store.getSnapshot()
    const cards = new Map(recipes.filter(({ stored }) => stored).map(({ card }) => [card.id, card]))
    const news = items.flatMap(({ id, state }): [string, Partial<BatchItem>][] => {
      if (state !== 'sent' || this.#calls.has(id)) return []
      const card = cards.get(id)
      if (card !== undefined) {
        this.#confirmed.add(id)
        return card.status === 'PENDING' ? [] : [[id, endOf(card)]]
      }
      // Deleted during the import.
      return this.#confirmed.has(id) && whole && synced ? [[id, done('cancelled')]] : []
    })
    if (news.length === 0) return
    await this.#change((stored) =>
      stored === null ? null : news.reduce((changed, [id, change]) => withItem(changed, id, change), stored),
    )
  }

  #send(id: string, url: string, language: Language): void {
    this.#calls.add(id)
    void this.#sent(id, url, language).finally(() => {
      this.#calls.delete(id)
      void this.#step()
    })
  }

  async #sent(id: string, url: string, language: Language): Promise<void> {
    try {
      await this.#store.retry(id, () => this.#api.create(id, language, { url }))
      this.#confirmed.add(id)
      this.#failures = 0
    } catch (thrown) {
      const { code, detail } = asProblem(thrown)
      const attempts = (this.#attempts.get(id) ?? 0) + 1
      if (!waitsForRoom(code) && !waitsForNetwork(code)) this.#attempts.set(id, attempts)
      const isOver = !worthSendingAgain(code) || attempts > MAX_ATTEMPTS
      const limitEnd = code === 'LIMIT_REACHED' && detail !== null ? Date.parse(detail) : Number.NaN
      if (!isOver) this.#wait(limitEnd)
      const again = Number.isNaN(limitEnd) ? null : detail
      await this.#change((stored) => {
        if (stored === null) return null
        const change: Partial<BatchItem> = isOver ? done(outcomeOf(code), code) : { state: 'waiting' }
        return withItem({ ...stored, again: again ?? stored.again }, id, change)
      })
    }
  }

  #wait(until: number): void {
    const spread = Math.random()
    const waitMs = Number.isNaN(until)
      ? backOffMs(this.#failures, ...WAIT_MS, spread)
      : Math.max(0, until - Date.now()) + spread * SPREAD_MS
    this.#failures += 1
    this.#waitUntil = Math.max(this.#waitUntil, Date.now() + waitMs)
  }
}

function endOf({ status, errorCode }: RecipeCard): Partial<BatchItem> {
  return status === 'SUCCESS' ? done('imported') : done(outcomeOf(errorCode), errorCode)
}
