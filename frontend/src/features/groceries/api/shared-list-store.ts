import { createStore, type StoreApi } from 'zustand/vanilla'
import { ON_SHARED_LIST_CHANGE } from '../../../contract/shared-list-operations'
import type { ApiClient } from '../../../shared/api/api-client'
import { type ConnectionState, LiveConnection } from '../../../shared/api/recipes/live-connection'
import { asProblem, type Problem, waitsForNetwork, waitsForRoom } from '../../../shared/lib/errors'
import {
  hasGap,
  type ItemChange,
  type ListChange,
  MAX_CHANGES,
  type SharedItem,
  type SharedList,
  withChange,
  withLoaded,
  withoutSent,
  withPending,
} from '../model/shared-list'
import { keptLists } from './kept-lists'
import { isGone, type SharedListsApi } from './shared-lists-api'

export interface SharedListSnapshot {
  readonly phase: 'loading' | 'here' | 'gone'
  readonly mine: boolean
  readonly items: ReadonlyMap<string, SharedItem>
  /** Changes that the server has not confirmed. */
  readonly pending: readonly ItemChange[]
  readonly connection: ConnectionState
  /** Why changes were refused. They are dropped, except at a limit. */
  readonly problem: Problem | null
}

/** Delay before changes are sent again after a busy server or a limit. */
const ROOM_MS = 5_000
/** Time after which a gap between versions reloads the list. */
const GAP_MS = 1_500

/**
 * A list shared by link: shows the copy on this device immediately, follows changes, and sends the user's own, also
 * those made offline.
 */
export class SharedListStore {
  readonly id: string
  readonly #api: SharedListsApi
  readonly #live: LiveConnection<ListChange>
  readonly #state: StoreApi<SharedListSnapshot>
  readonly subscribe: StoreApi<SharedListSnapshot>['subscribe']
  readonly getSnapshot: () => SharedListSnapshot
  #list: SharedList | null
  #pending: readonly ItemChange[]
  #phase: SharedListSnapshot['phase'] = 'loading'
  #connection: ConnectionState = 'connecting'
  #problem: Problem | null = null
  #isSending = false
  #gap: ReturnType<typeof setTimeout> | undefined
  #again: ReturnType<typeof setTimeout> | undefined

  constructor(server: Pick<ApiClient, 'subscribe' | 'refreshSession'>, api: SharedListsApi, id: string) {
    this.id = id
    this.#api = api
    const kept = keptLists.all().find((list) => list.id === id)
    this.#list = kept === undefined ? null : withLoaded(null, kept)
    this.#pending = kept?.pending ?? []
    if (kept !== undefined) this.#phase = 'here'
    this.#live = new LiveConnection<ListChange>(
      {
        owner: async () => id,
        listen: (id, handlers) =>
          server.subscribe(ON_SHARED_LIST_CHANGE, { id }, handlers, (data) => data.onSharedListChange),
        refreshSession: () => server.refreshSession(),
      },
      {
        onChange: (change) => this.#take(change),
        onState: (state) => {
          this.#connection = state
          this.#publish()
        },
        peek: () => (this.#list === null ? this.#load() : Promise.resolve()),
        load: () => this.#load(),
      },
    )
    this.#state = createStore(() => this.#look())
    this.subscribe = this.#state.subscribe
    this.getSnapshot = this.#state.getState
  }

  start(): void {
    if (this.#phase !== 'gone') this.#live.start()
  }

  stop(): void {
    this.#live.stop()
    clearTimeout(this.#gap)
    clearTimeout(this.#again)
  }

  /** Changes items now and, as soon as possible, on the server. */
  change(...changes: readonly ItemChange[]): void {
    this.#pending = changes.reduce(withPending, [...this.#pending])
    this.#problem = null
    this.#keep()
    void this.#send()
  }

  /** Ends the list for everyone. Rejects with a `Problem`. */
  async end(): Promise<void> {
    await this.#api.end(this.id)
    this.#lose()
  }

  async #load(): Promise<void> {
    try {
      this.#list = withLoaded(this.#list, await this.#api.get(this.id))
    } catch (thrown) {
      if (!isGone(thrown)) throw thrown
      this.#lose()
      return
    }
    this.#phase = 'here'
    this.#keep()
    void this.#send()
  }

  #take(change: ListChange): void {
    if (change.ended) {
      this.#lose()
      return
    }
    if (this.#list === null) return
    this.#list = withChange(this.#list, change)
    if (!hasGap(this.#list)) {
      clearTimeout(this.#gap)
      this.#gap = undefined
    } else {
      this.#gap ??= setTimeout(() => {
        this.#gap = undefined
        // The connection reports the failure.
        void this.#load().catch(() => undefined)
      }, GAP_MS)
    }
    this.#keep()
  }

  /** Sends pending changes, one call at a time. Without a network they wait for the next load. */
  async #send(): Promise<void> {
    if (this.#isSending) return
    this.#isSending = true
    try {
      while (this.#pending.length > 0 && this.#phase !== 'gone') {
        const sent = this.#pending.slice(0, MAX_CHANGES)
        try {
          const change = await this.#api.change(this.id, sent)
          this.#pending = withoutSent(this.#pending, sent)
          this.#take(change)
        } catch (thrown) {
          if (!this.#refused(thrown, sent)) return
        }
      }
    } finally {
      this.#isSending = false
    }
  }

  /** Returns whether to send the other changes. */
  #refused(thrown: unknown, sent: readonly ItemChange[]): boolean {
    const problem = asProblem(thrown)
    if (isGone(problem)) {
      this.#lose()
      return false
    }
    if (waitsForNetwork(problem.code) || waitsForRoom(problem.code)) {
      this.#problem = problem.code === 'LIMIT_REACHED' ? problem : null
      if (problem.code === 'OFFLINE') this.#live.retryNow()
      else this.#again = setTimeout(() => void this.#send(), ROOM_MS)
      this.#publish()
      return false
    }
    this.#pending = withoutSent(this.#pending, sent)
    this.#problem = problem
    this.#keep()
    return true
  }

  #lose(): void {
    this.#phase = 'gone'
    this.#pending = []
    keptLists.drop(this.id)
    this.stop()
    this.#publish()
  }

  #keep(): void {
    if (this.#list !== null && this.#phase !== 'gone') {
      const { mine, items, version } = this.#list
      keptLists.put({ id: this.id, mine, items: [...items.values()], version, pending: this.#pending })
    }
    this.#publish()
  }

  #look(): SharedListSnapshot {
    return {
      phase: this.#phase,
      mine: this.#list?.mine === true,
      items: this.#list?.items ?? new Map(),
      pending: this.#pending,
      connection: this.#connection,
      problem: this.#problem,
    }
  }

  #publish(): void {
    this.#state.setState(this.#look())
  }
}
