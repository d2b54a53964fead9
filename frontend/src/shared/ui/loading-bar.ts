/** Shorter waits show nothing. */
export const THROTTLE_MS = 200
/** By then the bar has gone most of its way; after it, ever slower. */
export const DURATION_MS = 2_000
/** How long the full bar stands. */
export const HIDE_DELAY_MS = 500
/** From there until it is back at its start, out of sight. */
export const RESET_DELAY_MS = 400
const TICK_MS = 100

export interface LoadingBarView {
  readonly visible: boolean
  /** From 0 to 100. Nobody knows how long it takes: it nears its end and gets there when the wait is over. */
  readonly percent: number
}

const RESTING: LoadingBarView = { visible: false, percent: 0 }

/** What the bar at the top shows while anything that somebody asked for is on its way. */
export class LoadingProgress {
  #view = RESTING
  #waits = 0
  #begunAt = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  readonly #listeners = new Set<() => void>()

  readonly view = (): LoadingBarView => this.#view

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Something sets out; the returned function says, once, that it has arrived or failed. */
  begin(): () => void {
    this.#waits += 1
    if (this.#waits === 1) this.#start()
    let over = false
    return () => {
      if (over) return
      over = true
      this.#waits -= 1
      if (this.#waits === 0) this.#finish()
    }
  }

  /** Shows the bar for as long as a promise takes. */
  async track<T>(promise: Promise<T>): Promise<T> {
    const end = this.begin()
    try {
      return await promise
    } finally {
      end()
    }
  }

  #start(): void {
    clearTimeout(this.#timer)
    this.#begunAt = Date.now()
    // A bar that still stands goes on from the beginning, without another wait.
    if (this.#view.visible) this.#advance()
    else {
      this.#set(RESTING)
      this.#timer = setTimeout(() => this.#advance(), THROTTLE_MS)
    }
  }

  #advance(): void {
    const share = (Date.now() - this.#begunAt) / DURATION_MS
    this.#set({ visible: true, percent: (200 / Math.PI) * Math.atan(2 * share) })
    this.#timer = setTimeout(() => this.#advance(), TICK_MS)
  }

  #finish(): void {
    clearTimeout(this.#timer)
    if (!this.#view.visible) return
    this.#set({ visible: true, percent: 100 })
    this.#timer = setTimeout(() => {
      this.#set({ visible: false, percent: 100 })
      this.#timer = setTimeout(() => this.#set(RESTING), RESET_DELAY_MS)
    }, HIDE_DELAY_MS)
  }

  #set(view: LoadingBarView): void {
    this.#view = view
    for (const listener of this.#listeners) listener()
  }
}

/** The page's one bar. */
export const loading = new LoadingProgress()
