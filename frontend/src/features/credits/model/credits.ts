/** Credits as the contract (schema.graphql, which says what each field means) and the payment API give them to the app. */
export type {
  CreditBalanceFragment as CreditBalance,
  CreditGrantFragment as CreditGrant,
  CreditHoldState,
  CreditPurchaseFragment as PastPurchase,
  CreditPurchaseStatus as PurchaseStatus,
  CreditTransactionFragment as CreditTransaction,
  CreditTransactionType as TransactionType,
} from '../../../contract/operations'

import type {
  CreditGrantFragment,
  CreditGrantType,
  CreditHoldState,
  CreditPurchaseStatus,
  CreditTransactionKind,
  CreditTransactionType,
  OnCreditChangeSubscription,
} from '../../../contract/operations'

/** Tells that a balance has changed, not what it is. */
export type CreditChange = NonNullable<OnCreditChangeSubscription['onCreditChange']>

/** What is sold. */
export interface CreditPackage {
  readonly id: string
  readonly credits: number
  /** In US cents. */
  readonly priceCents: number
}

/** A purchase as the payment API tells of it. */
export interface Purchase {
  /** 32 hexadecimal digits that the buyer's browser has made. */
  readonly id: string
  readonly packageId: string
  readonly credits: number
  readonly amountUsd: number
  readonly status: CreditPurchaseStatus
  /** ISO 8601. */
  readonly purchaseDate: string
  /** When its credits expire, in ISO 8601; null until they were given. */
  readonly expirationDate: string | null
}

export const PURCHASE_STATUSES = [
  'PENDING',
  'COMPLETED',
  'FAILED',
  'REFUNDED',
] as const satisfies readonly CreditPurchaseStatus[]

export const HOLD_STATES = ['HELD', 'SETTLED', 'RELEASED'] as const satisfies readonly CreditHoldState[]

export const GRANT_TYPES = ['PURCHASE', 'PROMOTIONAL', 'ADJUSTMENT'] as const satisfies readonly CreditGrantType[]

export const TRANSACTION_KINDS = [
  'PURCHASE',
  'PROMOTION',
  'ADJUSTMENT_IN',
  'ADJUSTMENT_OUT',
  'USAGE',
  'GIVE_BACK',
  'CLAWBACK',
  'RETURN',
  'EXPIRATION',
  'MERGE',
] as const satisfies readonly CreditTransactionKind[]

/** The types of transaction that a history can be narrowed to, in the order in which they are offered. */
export const TRANSACTION_TYPES = [
  'PURCHASE',
  'USAGE',
  'REFUND',
  'EXPIRATION',
  'ADJUSTMENT',
] as const satisfies readonly CreditTransactionType[]

const DAY_MS = 24 * 60 * 60 * 1000
/** How long before credits expire somebody is told, in milliseconds. */
export const NOTICE_MS = 30 * DAY_MS

/** Credits that expire together. */
export interface Expiry {
  /** ISO 8601. */
  readonly at: string
  readonly credits: number
  /** Whether it is time to tell. */
  readonly soon: boolean
}

/**
 * What of some grants expires when, the next first; grants that expire on the same day are one.
 *
 * @param now in milliseconds.
 */
export function expiriesOf(grants: readonly CreditGrantFragment[], now: number): Expiry[] {
  const byDay = new Map<string, Expiry>()
  const open = grants
    .filter(({ creditsRemaining, expired, expirationDate }) => {
      return creditsRemaining > 0 && !expired && Date.parse(expirationDate) > now
    })
    .sort((one, other) => Date.parse(one.expirationDate) - Date.parse(other.expirationDate))
  for (const { expirationDate: at, creditsRemaining } of open) {
    const day = new Date(at).toDateString()
    const before = byDay.get(day)
    byDay.set(day, {
      at: before?.at ?? at,
      credits: (before?.credits ?? 0) + creditsRemaining,
      soon: Date.parse(at) - now <= NOTICE_MS,
    })
  }
  return [...byDay.values()]
}

/** How many bought credits some grants still hold. */
export function boughtCreditsIn(grants: readonly CreditGrantFragment[], now: number): number {
  return grants
    .filter(({ grantType, expired, expirationDate }) => {
      return grantType === 'PURCHASE' && !expired && Date.parse(expirationDate) > now
    })
    .reduce((sum, { creditsRemaining }) => sum + creditsRemaining, 0)
}
