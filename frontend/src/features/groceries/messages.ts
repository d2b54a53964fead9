import { defineMessages, type MessageDescriptor } from 'react-intl'
import type { Aisle } from './model/grocery-words'

/** What stands above the things of each aisle. */
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
