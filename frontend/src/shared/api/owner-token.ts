export interface OwnerToken {
  readonly token: string
  /** ISO 8601. */
  readonly expiresAt: string
}

const RENEW_BEFORE_MS = 60_000

/** Keeps the issued token until a minute before its end, in memory only: it is as good as a password. */
export class OwnerTokenCache {
  readonly #issue: () => Promise<OwnerToken>
  readonly #now: () => number
  #held: OwnerToken | undefined
  #underWay: Promise<OwnerToken> | undefined

  constructor(issue: () => Promise<OwnerToken>, now: () => number = Date.now) {
    this.#issue = issue
    this.#now = now
  }

  /** The token, issued anew when the held one is about to end. Calls at the same time share one request. */
  async get(): Promise<string> {
    const held = this.held()
    if (held !== undefined) return held
    const request = this.#underWay ?? this.#issue()
    this.#underWay = request
    try {
      const issued = await request
      // Whoever forgot it meanwhile did so because the caller has changed: it answers this call and no later one.
      if (this.#underWay === request) this.#held = issued
      return issued.token
    } finally {
      if (this.#underWay === request) this.#underWay = undefined
    }
  }

  /** The token if a good one is at hand, without asking for one. */
  held(): string | undefined {
    if (this.#held === undefined) return undefined
    return Date.parse(this.#held.expiresAt) - RENEW_BEFORE_MS > this.#now() ? this.#held.token : undefined
  }

  /** Forgets the token: after a refusal, and whenever the caller changes. */
  forget(): void {
    this.#held = undefined
    this.#underWay = undefined
  }
}
