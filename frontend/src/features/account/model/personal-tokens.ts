/** What a program with a token may do. */
export const SCOPES = ['extract', 'read', 'import', 'propose'] as const
export type Scope = (typeof SCOPES)[number]

/** Lifetimes in days that the form offers; null for no end. */
export const LIFETIMES = [30, 90, 365, null] as const
export type Lifetime = (typeof LIFETIMES)[number]

export const MAX_TOKENS = 10
/** Maximum length in characters. */
export const LONGEST_TOKEN_NAME = 60

/** A token without its text, which the server shows once. */
export interface PersonalToken {
  readonly id: string
  readonly name: string
  readonly scopes: readonly Scope[]
  readonly createdAt: string
  readonly expiresAt: string | null
  /** Time of the last use, up to ten minutes out of date. */
  readonly usedAt: string | null
}

export interface NewToken {
  readonly name: string
  readonly scopes: readonly Scope[]
  readonly days: Lifetime
}

export function isExpired({ expiresAt }: PersonalToken, now: Date): boolean {
  return expiresAt !== null && Date.parse(expiresAt) <= now.getTime()
}
