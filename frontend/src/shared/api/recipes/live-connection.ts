import { backOffMs } from '../../lib/browser/back-off'
import type { Backend, LiveHandlers } from '../backend'

export type ConnectionState = 'connecting' | 'connected' | 'reconnecting'

/** What a standing subscription needs of the server. */
export interface LiveServer<Change> extends Pick<Backend, 'refreshSession'> {
  /** Whose changes they are. Rejects while that cannot be told. */
  owner(): Promise<string>
  /** Listens to the owner's changes; the returned function ends it. */
  listen(owner: string, handlers: LiveHandlers<Change>): () => void
}

export interface LiveConnectionHooks<Change> {
  onChange(change: Change): void
  onState(state: ConnectionState): void
  /** Loads what is read while the subscription is on its way, if nothing has been loaded yet. */
  peek(owner: string): Promise<void>
  /** Loads all that changes, page by page, and takes it in. */
  load(owner: string, load: Load): Promise<void>
}

/** What a load, which may take long, must know of the connection it is for. */
export interface Load {
  /** At its end: whether nothing can have been missed since it began. */
  live(): boolean
  /** Between pages: false once another load takes its place. */
  wanted(): boolean
  /** Says after each page that it goes on. */
  progressed(): void
}

/** Quick, because a gateway that restarts is back within seconds and somebody is looking at the list. */
const LOST = { firstMs: 500, mostMs: 4_000 }
/** Slow, because a refused subscription is refused again until its reason is gone. */
const REFUSED = { firstMs: 1_000, mostMs: 30_000 }
/** How long a new subscription may take before it is given up. */
const UNACKNOWLEDGED_MS = 3_000
/** How long a load may take for one page. A list of thousands has many pages, and a busy server needs seconds for each. */
const STALLED_MS = 20_000

/**
 * Keeps one subscription standing. The client library alone would try for 11 seconds and then once a minute, so
 * while the connection is lost this asks for the list with a short back-off and subscribes anew as soon as it is
 * answered. Order matters: subscribe first, load on the acknowledgement, so that no change falls between the two. Only
 * a first look comes before: what subscribes need not be here for somebody to read the list.
 */
export class LiveConnection<Change> {
  readonly #backend: LiveServer<Change>
  readonly #hooks: LiveConnectionHooks<Change>
  #started = false
  #owner: string | undefined
  #stopListening: (() => void) | undefined
  /** Grows with every new or lost subscription; what an older one began no longer counts. */
  #epoch = 0
  #state: ConnectionState = 'connecting'
  #attempt = 0
  /** Whether the last subscription died of an error: its credentials may be the reason. */
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

  /** Tries at once what would otherwise wait for its turn. */
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
    try {
      this.#owner = await this.#backend.owner()
    } catch {
      if (epoch === this.#epoch) this.#lose()
      return
    }
    if (epoch !== this.#epoch || !this.#started) return
    // An answer that does not come holds nothing up: then the list is asked for as after a lost connection.
    this.#tryAgainIn(STALLED_MS)
    // Whether it can be had is for the subscription to tell.
    await this.#hooks.peek(this.#owner).catch(() => undefined)
    if (epoch !== this.#epoch || !this.#started) return
    this.#stopListening = this.#backend.listen(this.#owner, {
      onAcknowledged: () => {
        // It may be the library's own reconnection: a new epoch, because changes were missed before it.
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
    // A socket may open and then say nothing, so the acknowledgement is not waited for without an end.
    this.#tryAgainIn(Math.max(UNACKNOWLEDGED_MS, this.#pause()))
  }

  /** Loads the list. On the acknowledgement of a subscription, a full load is what makes the list live. */
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
      // When this fails as well, the call below fails too, and that is what decides.
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
