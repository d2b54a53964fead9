export interface OwnerToken {
  readonly token: string
  /** Expiry in ISO 8601. */
  readonly expiresAt: string
}

const RENEW_BEFORE_MS = 60_000

/** Caches the owner token until a minute before it expires. In memory only, because it is a secret. */
export class OwnerTokenCache {
  readonly #issue: () => Promise<OwnerToken>
  readonly #now: () => number
  #held: OwnerToken | undefined
  #underWay: Promise<OwnerToken> | undefined

  constructor(issue: () => Promise<OwnerToken>, now: () => number = Date.now) {
    this.#issue = issue
    this.#now = now
  }

  /** Returns the token, requesting one if necessary. Concurrent calls share one request. */
  async get(): Promise<string> {
    const held = this.held()
    if (held !== undefined) return held
    const request = this.#underWay ?? this.#issue()
    this.#underWay = request
    try {
      const issued = await request
      // If `forget` was called meanwhile, the caller may have changed: the token is not cached.
      if (this.#underWay === request) this.#held = issued
      return issued.token
    } finally {
      if (this.#underWay === request) this.#underWay = undefined
    }
  }

  /** The cached token if it is valid. Sends no request. */
  held(): string | undefined {
    if (this.#held === undefined) return undefined
    return Date.parse(this.#held.expiresAt) - RENEW_BEFORE_MS > this.#now() ? this.#held.token : undefined
  }

  /** Call it after a refusal and when the caller changes. */
  forget(): void {
    this.#held = undefined
    this.#underWay = undefined
  }
}
