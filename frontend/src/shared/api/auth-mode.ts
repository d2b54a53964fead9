/** Identity of the caller, as known to this browser. */
export interface Caller {
  readonly userName?: string
  readonly identityId?: string
}

/** An AppSync authorization mode, and for Lambda mode the kind of token. */
export type AuthChoice =
  | { readonly mode: 'userPool' }
  | { readonly mode: 'identityPool' }
  | { readonly mode: 'lambda'; readonly token: 'owner' | 'timestamp' }

export interface AuthNeeds {
  /** A required mode, which overrides everything else. */
  readonly mode?: AuthChoice
  /** Whether an owner token is needed, as for update, delete and retry. */
  readonly ownership: boolean
}

/** Chooses the mode of a call: required mode, then ownership, then the caller's strongest identity. */
export function chooseAuth(needs: AuthNeeds, caller: Caller): AuthChoice {
  if (needs.mode !== undefined) return needs.mode
  if (needs.ownership) return { mode: 'lambda', token: 'owner' }
  if (caller.userName !== undefined) return { mode: 'userPool' }
  if (caller.identityId !== undefined) return { mode: 'identityPool' }
  return { mode: 'lambda', token: 'timestamp' }
}

/** Owner of the recipe list: the user name, or a guest's identity id. */
export function ownerOf(caller: Caller): string | undefined {
  return caller.userName ?? caller.identityId
}

/** Token of a caller without an identity: milliseconds since 1970, as digits. */
export function timestampToken(nowMs: number): string {
  return String(Math.floor(nowMs))
}
