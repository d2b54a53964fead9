import { backOffMs } from '../../lib/browser/back-off'
import type { Backend, LiveHandlers } from '../backend'

export type ConnectionState = 'connecting' | 'connected' | 'reconnecting'

export interface LiveServer<Change> extends Pick<Backend, 'refreshSession'> {
  /** The owner to subscribe to; null for a guest without an identity. Rejects while unknown. */
  owner(): Promise<string | null>
  /** Subscribes to the owner's changes. Returns the unsubscribe function. */
  listen(owner: string, handlers: LiveHandlers<Change>): () => void
}

export interface LiveConnectionHooks<Change> {
  onChange(change: Change): void
  onState(state: ConnectionState): void
  /** Loads the first page before the subscription is opened, if nothing has been loaded yet. */
  peek(owner: string): Promise<void>
  load(owner: string, load: Load): Promise<void>
  /** There is no owner yet. Must call `subscribe` when there is one. Returns the function that stops waiting. */
  onNoOwner?(subscribe: () => void): () => void
}

/** State of the connection that a load belongs to. */
export interface Load {
  /** Called at the end: whether no change can have been missed since the load began. */
  live(): boolean
  /** Called between pages: false when another load replaces this one. */
  wanted(): boolean
  /** Reports a loaded page, which resets the stall timeout. */
  progressed(): void
}

/** Back-off after a lost connection; short, because a restarting gateway is back within seconds. */
const LOST = { firstMs: 500, mostMs: 4_000 }
/** Back-off after a refused subscription; long, because it stays refused until its cause is fixed. */
const REFUSED = { firstMs: 1_000, mostMs: 30_000 }
/** Timeout for the acknowledgement of a subscription. */
const UNACKNOWLEDGED_MS = 3_000
/** Timeout for one page of a load. */
const STALLED_MS = 20_000

/**
 * Keeps one subscription open. The client library retries for 11 seconds, then once a minute. So while disconnected
 * this polls the list with a short back-off, and subscribes again after the first response. It subscribes first and
 * loads when acknowledged, so that no change is missed. Only the first page is loaded earlier, to show the list
 * quickly.
 */
export class LiveConnection<Change> {
  readonly #backend: LiveServer<Change>
  readonly #hooks: LiveConnectionHooks<Change>
  #started = false
  #owner: string | undefined
  #stopListening: (() => void) | undefined
  /** Incremented with every new or lost subscription; callbacks of older ones are ignored. */
  #epoch = 0
  #state: ConnectionState = 'connecting'
  #attempt = 0
  /** Whether the last subscription ended with an error, possibly due to its credentials. */
  #refused = false
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(backend: LiveServer<Change>, hooks: LiveConnectionHooks<Change>) {
    this.#backend = backend
    this.#hooks = hooks
  }

  start(): void {
    if (this.#started) return
    this.#started = true
    addEventListener('online', this.#lookAgain)
    addEventListener('pageshow', this.#lookAgain)
    document.addEventListener('visibilitychange', this.#lookAgain)
    this.#become('connecting')
    void this.#subscribe()
  }

  stop(): void {
    this.#started = false
    removeEventListener('online', this.#lookAgain)
    removeEventListener('pageshow', this.#lookAgain)
    document.removeEventListener('visibilitychange', this.#lookAgain)
    this.#endSubscription()
    clearTimeout(this.#timer)
    this.#become('connecting')
  }

  retryNow(): void {
    if (!this.#started) return
    this.#attempt = 0
    this.#tryAgainIn(0)
  }

  readonly #lookAgain = (): void => {
    if (document.visibilityState === 'hidden') return
    if (this.#state === 'connected') void this.#load(this.#epoch)
    else if (this.#state === 'reconnecting') this.retryNow()
  }

  async #subscribe(): Promise<void> {
    this.#endSubscription()
    const epoch = this.#epoch
    let owner: string | null
    try {
      owner = await this.#backend.owner()
    } catch {
      if (epoch === this.#epoch) this.#lose()
      return
    }
    if (epoch !== this.#epoch || !this.#started) return
    if (owner === null) {
      this.#waitForOwner()
      return
    }
    this.#owner = owner
    // Without an answer in time, recover as after a lost connection.
    this.#tryAgainIn(STALLED_MS)
    // Errors are ignored: the subscription shows whether the server is reachable.
    await this.#hooks.peek(this.#owner).catch(() => undefined)
    if (epoch !== this.#epoch || !this.#started) return
    this.#stopListening = this.#backend.listen(this.#owner, {
      onAcknowledged: () => {
        // May be a reconnection by the library. Changes may have been missed, so this starts a new epoch.
        this.#epoch += 1
        this.#tryAgainIn(STALLED_MS)
        void this.#load(this.#epoch, true)
      },
      onChange: (change) => this.#hooks.onChange(change),
      onDisrupted: () => this.#lose(),
      onError: () => {
        this.#endSubscription()
        this.#refused = true
        this.#lose()
      },
    })
    // A socket may open without ever acknowledging, so there is a timeout.
    this.#tryAgainIn(Math.max(UNACKNOWLEDGED_MS, this.#pause()))
  }

  #waitForOwner(): void {
    this.#owner = undefined
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#stopListening = this.#hooks.onNoOwner?.(() => {
      this.#become('connecting')
      void this.#subscribe()
    })
    this.#become('connected')
  }

  /** Loads the list. A full load on the acknowledgement makes the list live. */
  async #load(epoch: number, acknowledged = false): Promise<boolean> {
    if (this.#owner === undefined) return false
    const wanted = () => epoch === this.#epoch
    try {
      await this.#hooks.load(this.#owner, {
        wanted,
        live: () => wanted() && (acknowledged || this.#state === 'connected'),
        progressed: () => {
          if (acknowledged && wanted()) this.#tryAgainIn(STALLED_MS)
        },
      })
    } catch {
      if (epoch === this.#epoch) this.#lose()
      return false
    }
    if (acknowledged && epoch === this.#epoch) {
      this.#attempt = 0
      this.#refused = false
      clearTimeout(this.#timer)
      this.#timer = undefined
      this.#become('connected')
    }
    return true
  }

  #lose(): void {
    if (!this.#started) return
    this.#epoch += 1
    this.#become('reconnecting')
    if (this.#timer === undefined || this.#refused) this.#tryAgainIn(this.#pause())
  }

  #pause(): number {
    const { firstMs, mostMs } = this.#refused ? REFUSED : LOST
    return backOffMs(this.#attempt, firstMs, mostMs, Math.random())
  }

  #tryAgainIn(delayMs: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.#tryAgain(), delayMs)
  }

  async #tryAgain(): Promise<void> {
    this.#timer = undefined
    this.#attempt += 1
    if (this.#state === 'connecting') this.#become('reconnecting')
    if (this.#refused) {
      this.#refused = false
      // If this fails, the next call also fails and handles it.
      await this.#backend.refreshSession().catch(() => undefined)
    }
    if (!this.#started || this.#state === 'connected') return
    const epoch = this.#epoch
    const answered = this.#owner === undefined || (await this.#load(epoch))
    if (answered && this.#started && epoch === this.#epoch) await this.#subscribe()
  }

  #endSubscription(): void {
    this.#epoch += 1
    this.#stopListening?.()
    this.#stopListening = undefined
  }

  #become(state: ConnectionState): void {
    this.#state = state
    this.#hooks.onState(state)
  }
}
