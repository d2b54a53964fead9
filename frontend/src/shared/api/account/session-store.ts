import { createStore } from 'zustand/vanilla'
import { DELETE_ACCOUNT } from '../../../contract/operations'
import { backOffMs } from '../../lib/browser/back-off'
import { type FlashMessage, flashMessage } from '../../lib/browser/flash-message'
import { deviceStorage, type StorageArea, tabStorage } from '../../lib/browser/storage'
import { Problem } from '../../lib/errors'
import { ownerHere } from '../../lib/recipe/owner'
import { forgetKeptFiles, forgetPersonalData, takeOver } from '../../lib/recipe/personal-data'
import type { Backend } from '../backend'
import type { Account, GoogleOutcome, Session, SessionEvent, User } from './account'
import type { RecipeClaims } from './recipe-claims'

export interface SessionHooks {
  /**
   * The caller changed ('other') or got new credentials ('same').
   * @param ready resolves when data may be loaded: the guest's recipes are claimed, or the claim takes too long.
   */
  onCaller(whose: 'same' | 'other', ready?: Promise<void>): void
  /** The session ended without a request by the user: it expired, or another tab changed it. */
  onEnded(how: 'expired' | 'other-tab'): void
  /** Called before a sign-out, to finish pending work. */
  onLeaving(): Promise<void>
  onLogin(): void
  onLogout(): void
}

/** State of the claim of a guest's recipes, as shown to the user. */
export type ClaimNews = { readonly kind: 'claimed'; readonly count: number } | { readonly kind: 'failed' }

export interface SessionSnapshot {
  readonly session: Session
  readonly claimNews: ClaimNews | null
}

const RETRY = { firstMs: 1_000, mostMs: 30_000 }
const CLAIM_RETRY = { firstMs: 4_000, mostMs: 300_000 }
/** How long the list waits for a claim after a sign-in. Later changes arrive through the subscription. */
const CLAIM_WAIT_MS = 4_000
const LEAVE_WAIT_MS = 3_000

/** The current session, updated on sign-in, sign-out, token refresh and changes in other tabs. */
export class SessionStore {
  readonly #account: Account
  readonly #backend: Pick<Backend, 'send'>
  readonly #claims: RecipeClaims
  readonly #hooks: SessionHooks
  readonly #storage: StorageArea
  readonly #state = createStore<SessionSnapshot>(() => ({ session: { phase: 'starting' }, claimNews: null }))
  #stopListening: (() => void) | undefined
  /** Incremented with each refresh; responses to older ones are ignored. */
  #look = 0
  #failures = 0
  #claimFailures = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  #claimTimer: ReturnType<typeof setTimeout> | undefined

  constructor(
    account: Account,
    backend: Pick<Backend, 'send'>,
    claims: RecipeClaims,
    hooks: SessionHooks,
    storage: StorageArea = deviceStorage(),
  ) {
    this.#account = account
    this.#backend = backend
    this.#claims = claims
    this.#hooks = hooks
    this.#storage = storage
  }

  readonly subscribe = this.#state.subscribe
  readonly getSnapshot = this.#state.getState

  start(): void {
    this.#stopListening ??= this.#account.listen((event) => void this.#hear(event))
    void this.#begin()
  }

  stop(): void {
    this.#stopListening?.()
    this.#stopListening = undefined
    clearTimeout(this.#timer)
    clearTimeout(this.#claimTimer)
    this.#look += 1
  }

  async refresh(): Promise<void> {
    this.#look += 1
    const look = this.#look
    let user: User | null
    try {
      user = await this.#account.user()
    } catch {
      // A known user stays known when this fails. At startup no user is known, so it retries.
      if (look === this.#look && this.#session.phase === 'starting') this.#lookAgainLater()
      return
    }
    if (look !== this.#look) return
    this.#failures = 0
    if (user !== null) takeOver(this.#storage, user.sub)
    // The page was opened offline and shows stored recipes of a user whose session has since ended.
    else if (this.#session.phase === 'starting' && ownerHere(this.#storage) !== 'guest') {
      this.#hooks.onCaller('other', NEVER)
      this.#hooks.onEnded('expired')
    }
    this.#become(user === null ? { phase: 'guest' } : { phase: 'member', user })
  }

  /** For a guest: ensures that the recipes can be claimed after a sign-in. */
  async prepareClaim(): Promise<void> {
    if (this.#session.phase === 'guest') await this.#claims.prepare()
  }

  /** Signs out on all devices, deletes personal data on this one, and opens a path of this origin. */
  async signOut(leaveTo: string): Promise<void> {
    await atMost(LEAVE_WAIT_MS, this.#hooks.onLeaving())
    this.#hooks.onLogout()
    await this.forgetEverything(leaveTo)
  }

  /**
   * Called before a sign-in, when the guest can still get a claim token. Never rejects and has a time limit. Without a
   * token the guest's identity id still proves ownership.
   */
  readonly beforeSignIn = async (): Promise<void> => {
    await atMost(
      LEAVE_WAIT_MS,
      this.prepareClaim().catch(() => undefined),
    )
  }

  async signInWithGoogle(): Promise<void> {
    await this.beforeSignIn()
    await this.#account.signInWithGoogle()
  }

  async finishSignInWithGoogle(): Promise<GoogleOutcome> {
    return this.#account.finishSignInWithGoogle()
  }

  /** Rejects with a `Problem<SignInProblem>`. */
  async changePassword(old: string, next: string): Promise<void> {
    await this.#account.changePassword(old, next)
  }

  /** Changes the display name; an empty name removes it. Rejects with a `Problem<SignInProblem>`. */
  async rename(name: string): Promise<void> {
    await this.#account.rename(name.trim())
    await this.refresh()
  }

  /**
   * Deletes the account and all its data, call by call; the session is invalid afterwards. After a rejection with a
   * `Problem`, calling again continues the deletion.
   * @param onProgress receives the number of recipes deleted so far.
   */
  async deleteAccount(onProgress: (deleted: number) => void): Promise<void> {
    let deleted = 0
    for (;;) {
      const { deleteAccount } = await this.#backend.send(DELETE_ACCOUNT, {})
      if (deleteAccount === null) throw new Problem('UNKNOWN')
      deleted += deleteAccount.deleted
      onProgress(deleted)
      if (deleteAccount.done) return
    }
  }

  /** Ends the session without finishing pending work, for example after the deletion of the account. */
  async forgetEverything(leaveTo: string, note?: FlashMessage): Promise<void> {
    this.#look += 1
    clearTimeout(this.#claimTimer)
    this.#hooks.onCaller('other', NEVER)
    const forget = () => {
      for (const storage of [this.#storage, tabStorage()]) forgetPersonalData(storage)
      if (note !== undefined) flashMessage.write(note)
    }
    forget()
    forgetKeptFiles()
    // Until the page is left, listeners and late responses may write again.
    addEventListener('pagehide', forget, { once: true })
    await this.#account.signOut(leaveTo)
  }

  dismissClaimNews(): void {
    this.#state.setState({ claimNews: null })
  }

  get #session(): Session {
    return this.getSnapshot().session
  }

  async #begin(): Promise<void> {
    await this.refresh()
    const sub = subOf(this.#session)
    if (sub !== undefined && this.#claims.isDue(sub)) void this.#claim(sub)
  }

  async #hear(event: SessionEvent): Promise<void> {
    const before = this.#session
    if (event === 'signed-out') {
      this.#look += 1
      this.#become({ phase: 'guest' })
    } else {
      await this.refresh()
    }
    const [was, is] = [subOf(before), subOf(this.#session)]
    if (event === 'signed-in') {
      if (is === undefined) return
      this.#hooks.onLogin()
      this.#hooks.onCaller('other', atMost(CLAIM_WAIT_MS, this.#claim(is)))
    } else if (was === is) {
      if (event === 'refreshed') this.#hooks.onCaller('same')
    } else if (was !== undefined) {
      clearTimeout(this.#claimTimer)
      // The app leaves this page and starts again as a guest.
      this.#hooks.onCaller('other', NEVER)
      if (event !== 'signed-out') this.#hooks.onEnded(event === 'refresh-failed' ? 'expired' : 'other-tab')
    } else if (is !== undefined && before.phase === 'guest') {
      this.#hooks.onCaller('other', atMost(CLAIM_WAIT_MS, this.#claim(is)))
    }
  }

  /** Claims the guest's recipes. Never rejects; failures are retried with back-off, and on later visits. */
  async #claim(sub: string): Promise<void> {
    clearTimeout(this.#claimTimer)
    try {
      const count = await this.#claims.claim(sub)
      this.#claimFailures = 0
      if (subOf(this.#session) === sub)
        this.#state.setState({ claimNews: count > 0 ? { kind: 'claimed', count } : null })
    } catch {
      if (subOf(this.#session) !== sub || this.#stopListening === undefined) return
      if (this.#claimFailures === 0) this.#state.setState({ claimNews: { kind: 'failed' } })
      const delay = backOffMs(this.#claimFailures, CLAIM_RETRY.firstMs, CLAIM_RETRY.mostMs, Math.random())
      this.#claimFailures += 1
      this.#claimTimer = setTimeout(() => void this.#claim(sub), delay)
    }
  }

  #lookAgainLater(): void {
    clearTimeout(this.#timer)
    const delay = backOffMs(this.#failures, RETRY.firstMs, RETRY.mostMs, Math.random())
    this.#failures += 1
    this.#timer = setTimeout(() => void this.#begin(), delay)
  }

  #become(session: Session): void {
    if (JSON.stringify(session) !== JSON.stringify(this.#session)) this.#state.setState({ session })
  }
}

const NEVER = new Promise<void>(() => undefined)

function atMost(ms: number, work: Promise<void>): Promise<void> {
  return Promise.race([work, new Promise<void>((resolve) => setTimeout(resolve, ms))])
}

function subOf(session: Session): string | undefined {
  return session.phase === 'member' ? session.user.sub : undefined
}
