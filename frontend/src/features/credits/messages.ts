import { defineMessages, type IntlShape, type MessageDescriptor } from 'react-intl'
import type { CreditProblem } from '../../shared/lib/error-codes'
import type { CreditTransaction, PurchaseStatus, TransactionType } from './model/credits'
import { readMetadata } from './model/metadata'

type Kind = CreditTransaction['kind']

const kinds: Readonly<Record<Exclude<Kind, 'USAGE'>, MessageDescriptor>> = defineMessages({
  PURCHASE: { id: 'credits.kind.PURCHASE', defaultMessage: 'Purchase' },
  PROMOTION: { id: 'credits.kind.PROMOTION', defaultMessage: 'Welcome credits' },
  ADJUSTMENT_IN: { id: 'credits.kind.ADJUSTMENT_IN', defaultMessage: 'Added by the Zest team' },
  ADJUSTMENT_OUT: { id: 'credits.kind.ADJUSTMENT_OUT', defaultMessage: 'Removed by the Zest team' },
  GIVE_BACK: { id: 'credits.kind.GIVE_BACK', defaultMessage: 'Refunded: import failed' },
  CLAWBACK: { id: 'credits.kind.CLAWBACK', defaultMessage: 'Removed: payment refunded or disputed' },
  RETURN: { id: 'credits.kind.RETURN', defaultMessage: 'Restored: payment reinstated' },
  EXPIRATION: { id: 'credits.kind.EXPIRATION', defaultMessage: 'Expired' },
  MERGE: { id: 'credits.kind.MERGE', defaultMessage: 'Small balances combined' },
})

const uses = defineMessages({
  HELD: { id: 'credits.use.HELD', defaultMessage: 'On hold for a running import' },
  SETTLED: { id: 'credits.use.SETTLED', defaultMessage: 'Used for an import' },
  RELEASED: { id: 'credits.use.RELEASED', defaultMessage: 'On hold for an import, then refunded' },
  other: { id: 'credits.use.other', defaultMessage: 'Used' },
})

const ofConversations = defineMessages({
  HELD: { id: 'credits.conversation.HELD', defaultMessage: 'On hold for a conversation with the assistant' },
  SETTLED: { id: 'credits.conversation.SETTLED', defaultMessage: 'Conversation with the assistant' },
  RELEASED: {
    id: 'credits.conversation.RELEASED',
    defaultMessage: 'On hold for a conversation with the assistant, then refunded',
  },
  GIVE_BACK: {
    id: 'credits.conversation.GIVE_BACK',
    defaultMessage: 'Refunded: the assistant didn’t answer',
  },
})

/** Labels of the history filter. */
export const typeMessages: Readonly<Record<TransactionType, MessageDescriptor>> = defineMessages({
  PURCHASE: { id: 'credits.type.PURCHASE', defaultMessage: 'Purchases' },
  USAGE: { id: 'credits.type.USAGE', defaultMessage: 'Used and on hold' },
  REFUND: { id: 'credits.type.REFUND', defaultMessage: 'Refunds and reversals' },
  EXPIRATION: { id: 'credits.type.EXPIRATION', defaultMessage: 'Expired' },
  ADJUSTMENT: { id: 'credits.type.ADJUSTMENT', defaultMessage: 'Gifts and corrections' },
})

export const purchaseMessages: Readonly<Record<PurchaseStatus, MessageDescriptor>> = defineMessages({
  PENDING: { id: 'credits.purchase.PENDING', defaultMessage: 'Not paid yet' },
  COMPLETED: { id: 'credits.purchase.COMPLETED', defaultMessage: 'Paid' },
  FAILED: { id: 'credits.purchase.FAILED', defaultMessage: 'Not paid' },
  REFUNDED: { id: 'credits.purchase.REFUNDED', defaultMessage: 'Refunded' },
})

/** Text of a transaction in the user's language. Unknown kinds use the server's English description. */
export function wordsOf(
  intl: IntlShape,
  transaction: Pick<CreditTransaction, 'kind' | 'description' | 'metadata' | 'holdState' | 'conversationId'>,
): string {
  const { kind, holdState, metadata, description, conversationId } = transaction
  if (conversationId !== null) {
    if (kind === 'GIVE_BACK') return intl.formatMessage(ofConversations.GIVE_BACK)
    if (kind === 'USAGE' && holdState !== null) return intl.formatMessage(ofConversations[holdState])
  }
  if (kind === 'USAGE') return intl.formatMessage(uses[holdState ?? 'other'])
  // A newer server may send kinds that are not in this build's schema.
  if (!Object.hasOwn(kinds, kind)) return description
  const what = intl.formatMessage(kinds[kind])
  const { reason = '' } = readMetadata(metadata)
  const isAdjustment = kind === 'ADJUSTMENT_IN' || kind === 'ADJUSTMENT_OUT'
  if (!isAdjustment || reason === '') return what
  return intl.formatMessage({ id: 'credits.withReason', defaultMessage: '{what}: {reason}' }, { what, reason })
}

/** Text for each credit problem: what happened and what to do. */
export const creditProblemMessages: Readonly<Record<CreditProblem, MessageDescriptor>> = defineMessages({
  INVALID_INPUT: {
    id: 'credits.problem.INVALID_INPUT',
    defaultMessage: 'Something went wrong. Reload the page and try again.',
  },
  UNKNOWN_PACKAGE: {
    id: 'credits.problem.UNKNOWN_PACKAGE',
    defaultMessage: 'This package is no longer available. Reload the page to see current ones.',
  },
  OTHER_PURCHASE: {
    id: 'credits.problem.OTHER_PURCHASE',
    defaultMessage: 'This checkout was started for another package. Reload the page and choose again.',
  },
  UNKNOWN_PURCHASE: {
    id: 'credits.problem.UNKNOWN_PURCHASE',
    defaultMessage: 'Purchase not found in this account.',
  },
  NOT_FOUND: {
    id: 'credits.problem.NOT_FOUND',
    defaultMessage: 'This member no longer exists.',
  },
  PROVIDER_UNAVAILABLE: {
    id: 'credits.problem.PROVIDER_UNAVAILABLE',
    defaultMessage: 'Our payment provider isn’t responding. Try again in a few minutes.',
  },
  NO_RECEIPT: {
    id: 'credits.problem.NO_RECEIPT',
    defaultMessage: 'There’s no receipt for this purchase yet. Try again in a few minutes.',
  },
  REFUND_REFUSED: {
    id: 'credits.problem.REFUND_REFUSED',
    defaultMessage: 'This purchase can’t be refunded: it wasn’t paid or was already refunded.',
  },
  OTHER_ACT: {
    id: 'credits.problem.OTHER_ACT',
    defaultMessage: 'This form was already used for another change. Check the account before you try again.',
  },
  CREDITS_OFF: {
    id: 'credits.problem.CREDITS_OFF',
    defaultMessage: 'Credits are turned off here.',
  },
  UNAUTHORIZED: {
    id: 'credits.problem.UNAUTHORIZED',
    defaultMessage: 'Your session expired, or you don’t have access. Sign in and try again.',
  },
  BUSY: {
    id: 'credits.problem.BUSY',
    defaultMessage: 'Zest is busy. Try again in a moment.',
  },
  OFFLINE: {
    id: 'credits.problem.OFFLINE',
    defaultMessage: 'Can’t reach Zest. Try again when you’re online.',
  },
  UNKNOWN: {
    id: 'credits.problem.UNKNOWN',
    defaultMessage: 'That didn’t work. Try again in a moment.',
  },
})
