import Fraction from 'fraction.js'
import { formOf } from '../../../shared/lib/amounts/units'
import { type Part, writePart } from './amounts'
import { type Item, textOfItem } from './items'

/** One thing to buy as the grocery service takes it. */
export interface OrderedIngredient {
  readonly name: string
  /** A number, "1 1/2"; empty where nobody says how much. */
  readonly quantity: string
  /** In English where it is a unit that is known; empty for what is counted. */
  readonly unit: string
  /** For people, in the recipe's language. */
  readonly displayText: string
}

/** More parts of an inch of anything are no help in a shop. */
const FINEST = 1000

/** The things to buy, one row for each amount: weights and cups that could not be added are two amounts to buy. */
export function orderOf(items: readonly Item[]): OrderedIngredient[] {
  return items.flatMap((item) => {
    const { name, parts } = item
    if (parts.length === 0) return [{ name, quantity: '', unit: '', displayText: textOfItem(item) }]
    return parts.map((part) => ({
      name,
      quantity: quantityOf(part),
      unit: part.unit === null ? part.form : formOf(part.unit, 'en'),
      displayText: textOfItem({ ...item, amount: writePart(part) }),
    }))
  })
}

/** Of a range the greater end, so that there is enough. */
function quantityOf({ low, high }: Part): string {
  const much = high ?? low
  return (much.d > BigInt(FINEST) ? new Fraction(Math.round(much.valueOf() * FINEST), FINEST) : much).toFraction(true)
}
