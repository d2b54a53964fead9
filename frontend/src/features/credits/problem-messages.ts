import { defineMessages, type MessageDescriptor } from 'react-intl'
import type { CreditProblem } from '../../shared/lib/error-codes'

/** What happened and what to do, for every reason why something about credits did not happen. */
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
