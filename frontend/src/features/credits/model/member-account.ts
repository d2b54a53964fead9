import type { CreditGrant, CreditHoldState, CreditTransaction, Purchase } from './credits'

/** A member, from the user pool. */
export interface Member {
  readonly id: string
  readonly email: string | null
  readonly createdAt: string | null
  readonly enabled: boolean
  /** Whether the email is verified. */
  readonly confirmed: boolean
}

export type MemberGrant = CreditGrant & { readonly creditsGranted: number }

export type MemberTransaction = Omit<CreditTransaction, 'transactionType'>

export type MemberPurchase = Purchase

/** A credit hold of an import or a conversation, open or ended. */
export interface MemberHold {
  readonly id: string
  readonly credits: number
  readonly state: CreditHoldState
  readonly createdAt: string
}

/** Result of the ledger audit of an account. */
export interface Audit {
  readonly isClean: boolean
  readonly damages: readonly { readonly row: string; readonly what: string }[]
}

/** A member's account as shown to admins. */
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
