import { CLAIM_RECIPES, ISSUE_CLAIM_TOKEN, type IssueClaimTokenMutation } from '../../../contract/operations'
import { objectOf, text, time } from '../../lib/browser/schema'
import { deviceStorage, type StorageArea } from '../../lib/browser/storage'
import { json, plain, StoredValue } from '../../lib/browser/stored-value'
import { Problem, problemCode } from '../../lib/errors'
import type { Backend } from '../backend'

/** Proves that its holder was this guest. Single use, valid for seven days. */
export type ClaimToken = NonNullable<IssueClaimTokenMutation['issueClaimToken']>

export const CLAIM_TOKEN = json<ClaimToken>(objectOf({ token: text, expiresAt: time }))
const TOKEN_KEY = 'zest.claim'
const CLAIMED_KEY = 'zest.claimed'
/** A token that expires within this time is replaced while the guest can still request one. */
const RENEW_BEFORE_MS = 2 * 24 * 3_600_000
/** Limit on calls of one claim. The server moves a bounded number of recipes per call. */
const MAX_CALLS = 500

/**
 * Moves a guest's recipes to the account they sign in to. For a guest, a claim token is requested and stored in the
 * browser; after each sign-in it is sent until the server has moved everything. All steps are idempotent, also across
 * tabs.
 */
export class RecipeClaims {
  readonly #backend: Pick<Backend, 'send' | 'owner'>
  readonly #token: StoredValue<ClaimToken, null>
  readonly #claimed: StoredValue<string, null>
  readonly #now: () => number
  #preparing: Promise<void> | undefined
  #claiming: { sub: string; done: Promise<number> } | undefined

  constructor(
    backend: Pick<Backend, 'send' | 'owner'>,
    storage: StorageArea = deviceStorage(),
    now: () => number = Date.now,
  ) {
    this.#backend = backend
    this.#token = new StoredValue(TOKEN_KEY, CLAIM_TOKEN, null, storage)
    this.#claimed = new StoredValue(CLAIMED_KEY, plain(text), null, storage)
    this.#now = now
  }

  /** For a guest: ensures that a valid token is stored. Rejects with a `Problem`. */
  prepare(): Promise<void> {
    const held = this.#held()
    if (held !== null && Date.parse(held.expiresAt) - RENEW_BEFORE_MS > this.#now()) return Promise.resolve()
    this.#preparing ??= this.#issue().finally(() => {
      this.#preparing = undefined
    })
    return this.#preparing
  }

  /** Whether this member still has to claim on this device. */
  isDue(sub: string): boolean {
    return this.#held() !== null || this.#claimed.read() !== sub
  }

  /**
   * Moves the guest's recipes to this member; concurrent calls share one claim. Resolves to the number of moved
   * recipes, rejects with a `Problem` if the rest has to wait.
   */
  claim(sub: string): Promise<number> {
    if (this.#claiming?.sub === sub) return this.#claiming.done
    const done = this.#handIn(sub).finally(() => {
      if (this.#claiming?.done === done) this.#claiming = undefined
    })
    this.#claiming = { sub, done }
    return done
  }

  async #issue(): Promise<void> {
    // A guest without an identity has nothing to claim.
    if ((await this.#backend.owner()) === null) return
    const { issueClaimToken } = await this.#backend.send(ISSUE_CLAIM_TOKEN, {})
    if (issueClaimToken === null) throw new Problem('UNAUTHORIZED')
    this.#token.write(issueClaimToken)
  }

  async #handIn(sub: string): Promise<number> {
    let token = this.#held()?.token ?? null
    let moved = 0
    for (let call = 0; call < MAX_CALLS; call += 1) {
      try {
        const { claimRecipes } = await this.#backend.send(CLAIM_RECIPES, { token })
        moved += claimRecipes?.claimed ?? 0
        if (claimRecipes?.done !== true) continue
        this.#dropToken(token)
        this.#claimed.write(sub)
        return moved
      } catch (thrown) {
        // The token is used or expired. A call without a token still registers the member.
        if (token === null || problemCode(thrown) !== 'UNAUTHORIZED') throw thrown
        this.#dropToken(token)
        token = null
      }
    }
    throw new Problem('BUSY')
  }

  /** Another tab may have stored a newer token, so only this one is dropped. */
  #dropToken(token: string | null): void {
    if (this.#held()?.token === token) this.#token.clear()
  }

  #held(): ClaimToken | null {
    const held = this.#token.read()
    return held !== null && Date.parse(held.expiresAt) > this.#now() ? held : null
  }
}
