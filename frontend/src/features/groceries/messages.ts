import { defineMessages, type MessageDescriptor } from 'react-intl'
import type { GroceryProblem } from '../../shared/lib/error-codes'
import type { Aisle } from '../../shared/lib/foods/food-data'

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
      defaultMessage: 'That’s too many items for one list. Send fewer, then send the rest.',
    },
    BUSY: {
      id: 'shopping.problem.BUSY',
      defaultMessage: 'Instacart is busy. Try again in a moment.',
    },
    OFFLINE: {
      id: 'shopping.problem.OFFLINE',
      defaultMessage: 'Can’t reach Instacart. Try again when you’re online; your own list works offline.',
    },
    UNAUTHORIZED: {
      id: 'shopping.problem.UNAUTHORIZED',
      defaultMessage: 'Your session expired. Sign in and try again.',
    },
    UNKNOWN: {
      id: 'shopping.problem.UNKNOWN',
      defaultMessage: 'Instacart couldn’t create the list. Try again later, or use your own list.',
    },
  })
