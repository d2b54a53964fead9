import Fraction from 'fraction.js'
import { formOf } from '../../../shared/lib/amounts/units'
import { type Part, writePart } from './amounts'
import { type Item, textOfItem } from './items'

/** An item in the format of the grocery service. */
export interface OrderedIngredient {
  readonly name: string
  /** A number such as "1 1/2"; empty if unknown. */
  readonly quantity: string
  /** English name of a known unit; empty for counted things. */
  readonly unit: string
  /** Display text in the recipe's language. */
  readonly displayText: string
}

/** Rounds to 1/1000. */
const FINEST = 1000

/** One row per amount; amounts that cannot be added become separate rows. */
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

/** The upper end of a range. */
function quantityOf({ low, high }: Part): string {
  const much = high ?? low
  return (much.d > BigInt(FINEST) ? new Fraction(Math.round(much.valueOf() * FINEST), FINEST) : much).toFraction(true)
}
