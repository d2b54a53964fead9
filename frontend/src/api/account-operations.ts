import type { Operation } from './operations'

/** Proves later that whoever holds it was this guest; single use, seven days. */
export interface ClaimToken {
  readonly token: string
  /** ISO 8601. */
  readonly expiresAt: string
}

export const ISSUE_CLAIM_TOKEN: Operation<{ issueClaimToken: ClaimToken | null }, Record<string, never>> = {
  ownership: false,
  // Only in this mode has AppSync itself verified the identity.
  mode: { mode: 'identityPool' },
  text: 'mutation IssueClaimToken { issueClaimToken { token expiresAt } }',
}

export const CLAIM_RECIPES: Operation<
  { claimRecipes: { claimed: number; done: boolean } | null },
  { token: string | null }
> = {
  ownership: false,
  mode: { mode: 'identityPool' },
  text: 'mutation ClaimRecipes($token: String) { claimRecipes(token: $token) { claimed done } }',
}

export const DELETE_ACCOUNT: Operation<
  { deleteAccount: { deleted: number; done: boolean } | null },
  Record<string, never>
> = {
  ownership: true,
  text: 'mutation DeleteAccount { deleteAccount { deleted done } }',
}
