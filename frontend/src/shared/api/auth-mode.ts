/** Who is calling, as far as this browser knows. */
export interface Caller {
  readonly userName?: string
  readonly identityId?: string
}

/** A mode of authorization, and for the token mode which token. */
export type AuthChoice =
  | { readonly mode: 'userPool' }
  | { readonly mode: 'identityPool' }
  | { readonly mode: 'lambda'; readonly token: 'owner' | 'timestamp' }

export interface AuthNeeds {
  /** A mode that the operation insists on; it wins over everything. */
  readonly mode?: AuthChoice
  /** Update, delete and retry prove ownership with an issued token. */
  readonly ownership: boolean
}

/** The mode of one call: explicit, then ownership, then whatever the caller can prove. */
export function chooseAuth(needs: AuthNeeds, caller: Caller): AuthChoice {
  if (needs.mode !== undefined) return needs.mode
  if (needs.ownership) return { mode: 'lambda', token: 'owner' }
  if (caller.userName !== undefined) return { mode: 'userPool' }
  if (caller.identityId !== undefined) return { mode: 'identityPool' }
  return { mode: 'lambda', token: 'timestamp' }
}

/** Whose list it is: the user name, and for a guest the identity id. */
export function ownerOf(caller: Caller): string | undefined {
  return caller.userName ?? caller.identityId
}

/** The token of someone who can prove nothing: milliseconds since 1970 in digits, and no person. */
export function timestampToken(nowMs: number): string {
  return String(Math.floor(nowMs))
}
