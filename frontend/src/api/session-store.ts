import { backOffMs } from '../lib/back-off'
import type { Account, Session, SessionEvent, User } from './account'

export interface SessionHooks {
  /** Whoever asks from now on is somebody else ('other') or the same person with fresh credentials ('same'). */
  onCaller(whose: 'same' | 'other'): void
  onLogin(): void
  onLogout(): void
}

const FIRST_RETRY_MS = 1_000
const LAST_RETRY_MS = 30_000

/** Who is there, kept true through sign-in, sign-out, refreshes and other tabs. React reads it through `useSession`. */
export class SessionStore {
  readonly #account: Account
  readonly #hooks: SessionHooks
  readonly #listeners = new Set<() => void>()
  #session: Session = { phase: 'starting' }
  #stopListening: (() => void) | undefined
  /** Grows with every look; the answer to an older one no longer counts. */
  #look = 0
  #failures = 0
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(account: Account, hooks: SessionHooks) {
    this.#account = account
    this.#hooks = hooks
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly getSnapshot = (): Session => this.#session

  start(): void {
    this.#stopListening ??= this.#account.listen((event) => void this.#hear(event))
    void this.refresh()
  }

  stop(): void {
    this.#stopListening?.()
    this.#stopListening = undefined
    clearTimeout(this.#timer)
    this.#look += 1
  }

  /** Looks again who is there. */
  async refresh(): Promise<void> {
    this.#look += 1
    const look = this.#look
    let user: User | null
    try {
      user = await this.#account.user()
    } catch {
      // It tells nothing about a person who is known already. At the start nothing is known, so it is tried again.
      if (look === this.#look && this.#session.phase === 'starting') this.#lookAgainLater()
      return
    }
    this.#failures = 0
    if (look === this.#look) this.#become(user === null ? { phase: 'guest' } : { phase: 'member', user })
  }

  /** Signs out on every device and leaves to a path of this origin. */
  async signOut(leaveTo: string): Promise<void> {
    this.#hooks.onLogout()
    this.#look += 1
    await this.#account.signOut(leaveTo)
  }

  async #hear(event: SessionEvent): Promise<void> {
    const before = subOf(this.#session)
    if (event === 'signed-out') {
      this.#look += 1
      this.#become({ phase: 'guest' })
    } else {
      await this.refresh()
    }
    const after = subOf(this.#session)
    if (event === 'signed-in' && after !== undefined) this.#hooks.onLogin()
    if (before !== after) this.#hooks.onCaller('other')
    else if (event === 'refreshed') this.#hooks.onCaller('same')
  }

  #lookAgainLater(): void {
    clearTimeout(this.#timer)
    const delay = backOffMs(this.#failures, FIRST_RETRY_MS, LAST_RETRY_MS, Math.random())
    this.#failures += 1
    this.#timer = setTimeout(() => void this.refresh(), delay)
  }

  #become(session: Session): void {
    if (JSON.stringify(session) === JSON.stringify(this.#session)) return
    this.#session = session
    for (const listener of this.#listeners) listener()
  }
}

function subOf(session: Session): string | undefined {
  return session.phase === 'member' ? session.user.sub : undefined
}
