import { createStore } from 'zustand/vanilla'

/** Waits shorter than this show nothing. */
export const THROTTLE_MS = 200
/** Time until the bar has covered most of its way; afterwards it slows down. */
export const DURATION_MS = 2_000
/** How long the full bar stays visible. */
export const HIDE_DELAY_MS = 500
/** Time from hiding until the bar is reset. */
export const RESET_DELAY_MS = 400
const TICK_MS = 100

export interface LoadingBarView {
  readonly visible: boolean
  /** From 0 to 100. The duration is unknown: it approaches 100 and reaches it when the wait ends. */
  readonly percent: number
}

const RESTING: LoadingBarView = { visible: false, percent: 0 }

/** State of the loading bar, over all running waits. */
export class LoadingProgress {
  #waits = 0
  #begunAt = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  readonly #view = createStore(() => RESTING)

  readonly view = this.#view.getState
  readonly subscribe = this.#view.subscribe

  /** Starts a wait. The returned function ends it; further calls have no effect. */
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

  /** Shows the bar until a promise settles. */
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
    // A visible bar restarts without delay.
    if (this.view().visible) this.#advance()
    else {
      this.#view.setState(RESTING)
      this.#timer = setTimeout(() => this.#advance(), THROTTLE_MS)
    }
  }

  #advance(): void {
    const share = (Date.now() - this.#begunAt) / DURATION_MS
    this.#view.setState({ visible: true, percent: (200 / Math.PI) * Math.atan(2 * share) })
    this.#timer = setTimeout(() => this.#advance(), TICK_MS)
  }

  #finish(): void {
    clearTimeout(this.#timer)
    if (!this.view().visible) return
    this.#view.setState({ visible: true, percent: 100 })
    this.#timer = setTimeout(() => {
      this.#view.setState({ visible: false, percent: 100 })
      this.#timer = setTimeout(() => this.#view.setState(RESTING), RESET_DELAY_MS)
    }, HIDE_DELAY_MS)
  }
}

export const loading = new LoadingProgress()
