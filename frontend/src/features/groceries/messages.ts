import { defineMessages, type MessageDescriptor } from 'react-intl'
import type { GroceryProblem } from '../../shared/lib/error-codes'
import type { Aisle } from './model/grocery-words'

export const aisleMessages: Readonly<Record<Aisle, MessageDescriptor>> = defineMessages({
  produce: { id: 'shopping.aisle.produce', defaultMessage: 'Fruit and vegetables' },
  bakery: { id: 'shopping.aisle.bakery', defaultMessage: 'Bakery' },
  meat: { id: 'shopping.aisle.meat', defaultMessage: 'Meat and fish' },
  dairy: { id: 'shopping.aisle.dairy', defaultMessage: 'Dairy, eggs and chilled' },
  canned: { id: 'shopping.aisle.canned', defaultMessage: 'Cans and jars' },
  pantry: { id: 'shopping.aisle.pantry', defaultMessage: 'Dry goods and baking' },
  spices: { id: 'shopping.aisle.spices', defaultMessage: 'Spices' },
  drinks: { id: 'shopping.aisle.drinks', defaultMessage: 'Drinks' },
  frozen: { id: 'shopping.aisle.frozen', defaultMessage: 'Frozen' },
  other: { id: 'shopping.aisle.other', defaultMessage: 'Other' },
})

/** Text for each reason why no page was created: what happened and what to do. */
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
