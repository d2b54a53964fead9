import type { CreditGrant, CreditHoldState, CreditTransaction, Purchase } from './credits'

/** A member as the user pool knows them. */
export interface Member {
  readonly id: string
  readonly email: string | null
  /** ISO 8601. */
  readonly createdAt: string | null
  readonly enabled: boolean
  /** Whether they have shown that the address is theirs. */
  readonly confirmed: boolean
}

export type MemberGrant = CreditGrant & { readonly creditsGranted: number }

export type MemberTransaction = Omit<CreditTransaction, 'transactionType'>

export type MemberPurchase = Purchase

/** Credits that are, or were, held for an import. */
export interface MemberHold {
  readonly id: string
  readonly credits: number
  readonly state: CreditHoldState
  /** ISO 8601. */
  readonly createdAt: string
}

/** What looking at every row of an account has found. */
export interface Audit {
  readonly isClean: boolean
  readonly damages: readonly { readonly row: string; readonly what: string }[]
}

/** All that is known of a member's credits. */
export interface MemberAccount {
  readonly balance: {
    readonly creditBalance: number
    readonly heldCredits: number
    readonly lifetimeCredits: number
    readonly lifetimeUsage: number
  }
  readonly grants: readonly MemberGrant[]
  /** The newest 200, newest first. */
  readonly transactions: readonly MemberTransaction[]
  readonly purchases: readonly MemberPurchase[]
  readonly holds: readonly MemberHold[]
  readonly audit: Audit
}
