import { CLAIM_RECIPES, ISSUE_CLAIM_TOKEN, type IssueClaimTokenMutation } from '../../../contract/operations'
import { objectOf, text, time } from '../../lib/browser/schema'
import { deviceStorage, type StorageArea } from '../../lib/browser/storage'
import { json, plain, StoredValue } from '../../lib/browser/stored-value'
import { Problem, problemCode } from '../../lib/errors'
import type { Backend } from '../backend'

/** Proves later that whoever holds it was this guest; single use, seven days. */
export type ClaimToken = NonNullable<IssueClaimTokenMutation['issueClaimToken']>

/** How a token is stored. */
export const CLAIM_TOKEN = json<ClaimToken>(objectOf({ token: text, expiresAt: time }))
const TOKEN_KEY = 'zest.claim'
const CLAIMED_KEY = 'zest.claimed'
/** A token that ends within this time is replaced while its guest still can. */
const RENEW_BEFORE_MS = 2 * 24 * 3_600_000
/** The server moves what it can within seconds per call; a list of many thousands needs some calls. */
const MOST_CALLS = 500

/**
 * What a guest made goes along to the member they become. While somebody is a guest, a claim token is fetched and kept
 * in this browser; after each sign-in it is handed in until the server has moved everything. Each step may be
 * repeated, in this tab or another one.
 */
export class RecipeClaims {
  readonly #backend: Pick<Backend, 'send'>
  readonly #token: StoredValue<ClaimToken, null>
  readonly #claimed: StoredValue<string, null>
  readonly #now: () => number
  #preparing: Promise<void> | undefined
  #claiming: { sub: string; done: Promise<number> } | undefined

  constructor(backend: Pick<Backend, 'send'>, storage: StorageArea = deviceStorage(), now: () => number = Date.now) {
    this.#backend = backend
    this.#token = new StoredValue(TOKEN_KEY, CLAIM_TOKEN, null, storage)
    this.#claimed = new StoredValue(CLAIMED_KEY, plain(text), null, storage)
    this.#now = now
  }

  /** For a guest who has something to lose: makes sure that a token is at hand. Rejects with a `Problem`. */
  prepare(): Promise<void> {
    const held = this.#held()
    if (held !== null && Date.parse(held.expiresAt) - RENEW_BEFORE_MS > this.#now()) return Promise.resolve()
    this.#preparing ??= this.#issue().finally(() => {
      this.#preparing = undefined
    })
    return this.#preparing
  }

  /** Whether this member has not yet handed in, on this device, what there is. */
  isDue(sub: string): boolean {
    return this.#held() !== null || this.#claimed.read() !== sub
  }

  /**
   * Moves everything to this member; calls at the same time share one claim. Resolves to the number of recipes that
   * came along, rejects with a `Problem` when the rest must wait.
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
    const { issueClaimToken } = await this.#backend.send(ISSUE_CLAIM_TOKEN, {})
    if (issueClaimToken === null) throw new Problem('UNAUTHORIZED')
    this.#token.write(issueClaimToken)
  }

  async #handIn(sub: string): Promise<number> {
    let token = this.#held()?.token ?? null
    let moved = 0
    for (let call = 0; call < MOST_CALLS; call += 1) {
      try {
        const { claimRecipes } = await this.#backend.send(CLAIM_RECIPES, { token })
        moved += claimRecipes?.claimed ?? 0
        if (claimRecipes?.done !== true) continue
        this.#dropToken(token)
        this.#claimed.write(sub)
        return moved
      } catch (thrown) {
        // A token that somebody else has used, or that has expired, is good for nothing; without it the member is at
        // least made known to the server.
        if (token === null || problemCode(thrown) !== 'UNAUTHORIZED') throw thrown
        this.#dropToken(token)
        token = null
      }
    }
    throw new Problem('BUSY')
  }

  /** Drops the token that was handed in; another tab may have kept a newer one meanwhile. */
  #dropToken(token: string | null): void {
    if (this.#held()?.token === token) this.#token.clear()
  }

  #held(): ClaimToken | null {
    const held = this.#token.read()
    return held !== null && Date.parse(held.expiresAt) > this.#now() ? held : null
  }
}
