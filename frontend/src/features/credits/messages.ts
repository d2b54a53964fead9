import { defineMessages, type IntlShape, type MessageDescriptor } from 'react-intl'
import type { CreditProblem } from '../../shared/lib/error-codes'
import type { CreditTransaction, PurchaseStatus, TransactionType } from './model/credits'
import { readMetadata } from './model/metadata'

type Kind = CreditTransaction['kind']

const kinds: Readonly<Record<Exclude<Kind, 'USAGE'>, MessageDescriptor>> = defineMessages({
  PURCHASE: { id: 'credits.kind.PURCHASE', defaultMessage: 'Bought' },
  PROMOTION: { id: 'credits.kind.PROMOTION', defaultMessage: 'A present from Zest to begin with' },
  ADJUSTMENT_IN: { id: 'credits.kind.ADJUSTMENT_IN', defaultMessage: 'Added by the Zest team' },
  ADJUSTMENT_OUT: { id: 'credits.kind.ADJUSTMENT_OUT', defaultMessage: 'Taken away by the Zest team' },
  GIVE_BACK: { id: 'credits.kind.GIVE_BACK', defaultMessage: 'Given back, because the import did not work' },
  CLAWBACK: { id: 'credits.kind.CLAWBACK', defaultMessage: 'Taken back, because the payment was refunded or disputed' },
  RETURN: { id: 'credits.kind.RETURN', defaultMessage: 'Here again, because the payment is' },
  EXPIRATION: { id: 'credits.kind.EXPIRATION', defaultMessage: 'Expired' },
  MERGE: { id: 'credits.kind.MERGE', defaultMessage: 'Small remainders put together' },
})

const uses = defineMessages({
  HELD: { id: 'credits.use.HELD', defaultMessage: 'Held for an import that is under way' },
  SETTLED: { id: 'credits.use.SETTLED', defaultMessage: 'Used for an import' },
  RELEASED: { id: 'credits.use.RELEASED', defaultMessage: 'Held for an import, and given back' },
  other: { id: 'credits.use.other', defaultMessage: 'Used' },
})

const ofConversations = defineMessages({
  HELD: { id: 'credits.conversation.HELD', defaultMessage: 'Held for a conversation with the assistant' },
  SETTLED: { id: 'credits.conversation.SETTLED', defaultMessage: 'Conversation with the assistant' },
  RELEASED: {
    id: 'credits.conversation.RELEASED',
    defaultMessage: 'Held for a conversation with the assistant, and given back',
  },
  GIVE_BACK: {
    id: 'credits.conversation.GIVE_BACK',
    defaultMessage: 'Given back, because the assistant did not answer',
  },
})

/** Labels of the history filter. */
export const typeMessages: Readonly<Record<TransactionType, MessageDescriptor>> = defineMessages({
  PURCHASE: { id: 'credits.type.PURCHASE', defaultMessage: 'Bought' },
  USAGE: { id: 'credits.type.USAGE', defaultMessage: 'Used and held' },
  REFUND: { id: 'credits.type.REFUND', defaultMessage: 'Given or taken back' },
  EXPIRATION: { id: 'credits.type.EXPIRATION', defaultMessage: 'Expired' },
  ADJUSTMENT: { id: 'credits.type.ADJUSTMENT', defaultMessage: 'Presents and corrections' },
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
    defaultMessage: 'This was not understood. Load the page again and try once more.',
  },
  UNKNOWN_PACKAGE: {
    id: 'credits.problem.UNKNOWN_PACKAGE',
    defaultMessage: 'This package is not sold any more. Load the page again to see what is.',
  },
  OTHER_PURCHASE: {
    id: 'credits.problem.OTHER_PURCHASE',
    defaultMessage: 'This purchase was begun for something else. Load the page again and choose once more.',
  },
  UNKNOWN_PURCHASE: {
    id: 'credits.problem.UNKNOWN_PURCHASE',
    defaultMessage: 'There is no such purchase in this account.',
  },
  NOT_FOUND: {
    id: 'credits.problem.NOT_FOUND',
    defaultMessage: 'There is no such member any more.',
  },
  PROVIDER_UNAVAILABLE: {
    id: 'credits.problem.PROVIDER_UNAVAILABLE',
    defaultMessage: 'The payment service does not answer just now. Try again in a few minutes.',
  },
  NO_RECEIPT: {
    id: 'credits.problem.NO_RECEIPT',
    defaultMessage: 'There is no receipt for this purchase yet. Try again in a few minutes.',
  },
  REFUND_REFUSED: {
    id: 'credits.problem.REFUND_REFUSED',
    defaultMessage: 'This purchase cannot be refunded: it was not paid, or its money has gone back already.',
  },
  OTHER_ACT: {
    id: 'credits.problem.OTHER_ACT',
    defaultMessage:
      'Something else was sent from this form before. Look at the account again, and begin anew if it is still to be done.',
  },
  CREDITS_OFF: {
    id: 'credits.problem.CREDITS_OFF',
    defaultMessage: 'Credits are not counted here.',
  },
  UNAUTHORIZED: {
    id: 'credits.problem.UNAUTHORIZED',
    defaultMessage: 'Your session has ended, or this is not yours to see. Sign in again and try once more.',
  },
  BUSY: {
    id: 'credits.problem.BUSY',
    defaultMessage: 'Zest is busy. Try again in a moment.',
  },
  OFFLINE: {
    id: 'credits.problem.OFFLINE',
    defaultMessage: 'Zest could not be reached. Try again once you are connected.',
  },
  UNKNOWN: {
    id: 'credits.problem.UNKNOWN',
    defaultMessage: 'That did not work. Try again in a moment.',
  },
})
