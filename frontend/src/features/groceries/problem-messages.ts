import { defineMessages, type MessageDescriptor } from 'react-intl'
import type { GroceryProblem } from '../../shared/lib/error-codes'

/** What happened and what to do, for every reason why the grocery service has no page. */
export const groceryProblemMessages: Readonly<Record<Exclude<GroceryProblem, 'LIMIT_REACHED'>, MessageDescriptor>> =
  defineMessages({
    TOO_LONG: {
      id: 'shopping.problem.TOO_LONG',
      defaultMessage: 'That is more than one list takes. Choose fewer things, and send the rest afterwards.',
    },
    BUSY: {
      id: 'shopping.problem.BUSY',
      defaultMessage: 'Instacart takes no list just now. Try again in a moment.',
    },
    OFFLINE: {
      id: 'shopping.problem.OFFLINE',
      defaultMessage: 'Instacart could not be reached. Try again once you are connected; your own list works without.',
    },
    UNAUTHORIZED: {
      id: 'shopping.problem.UNAUTHORIZED',
      defaultMessage: 'Your session has ended. Sign in again and try once more.',
    },
    UNKNOWN: {
      id: 'shopping.problem.UNKNOWN',
      defaultMessage: 'Instacart made no list of this. Try again later, or add the things to your own list.',
    },
  })
