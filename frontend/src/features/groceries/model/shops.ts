import {
  checked,
  fittingOf,
  nullable,
  objectOf,
  oneOf,
  type Schema,
  textUpTo,
} from '../../../shared/lib/browser/schema'
import { json, StoredValue } from '../../../shared/lib/browser/stored-value'
import { AISLES, type Aisle } from '../../../shared/lib/foods/food-data'

/** A shop with the order in which its aisles are walked. */
export interface Shop {
  readonly id: string
  readonly name: string
  /** All aisles, each once. */
  readonly aisles: readonly Aisle[]
}

export interface Shops {
  readonly shops: readonly Shop[]
  /** Id of the chosen shop; null for the usual order. */
  readonly chosen: string | null
}

export const MAX_SHOPS = 20
export const LONGEST_SHOP_NAME = 60

const aisles: Schema<readonly Aisle[]> = (value) => {
  const read = fittingOf(oneOf(AISLES))(value)
  // An aisle that an older version did not know is last.
  return read === undefined ? undefined : [...new Set([...read, ...AISLES])]
}
const SHOP: Schema<Shop> = objectOf<Shop>({ id: textUpTo(40), name: textUpTo(LONGEST_SHOP_NAME), aisles })
const SHOPS: Schema<Shops> = objectOf<Shops>({
  shops: checked(fittingOf(SHOP), (shops) => shops.length <= MAX_SHOPS),
  chosen: nullable(textUpTo(40)),
})

/** The shops on this device; cleared on sign-out. */
export const storedShops = new StoredValue<Shops>('zest.shops', json(SHOPS), { shops: [], chosen: null })

/** The chosen shop; null for the usual order. */
export function chosenShop({ shops, chosen }: Shops): Shop | null {
  return shops.find(({ id }) => id === chosen) ?? null
}

/** Aisles in the order of the chosen shop. */
export function aisleOrder(shops: Shops): readonly Aisle[] {
  return chosenShop(shops)?.aisles ?? AISLES
}

/** Adds and chooses a shop, with the displayed order. Null if the name is blank or there are too many shops. */
export function withShop(shops: Shops, id: string, name: string): Shops | null {
  const named = name.trim().slice(0, LONGEST_SHOP_NAME)
  if (named === '' || shops.shops.length >= MAX_SHOPS) return null
  return { shops: [...shops.shops, { id, name: named, aisles: aisleOrder(shops) }], chosen: id }
}

export function withChosen(shops: Shops, id: string | null): Shops {
  return { ...shops, chosen: id }
}

export function withoutShop({ shops }: Shops, gone: string): Shops {
  return { shops: shops.filter(({ id }) => id !== gone), chosen: null }
}

/** Moves an aisle of the chosen shop by one place, if possible. */
export function withMoved(shops: Shops, aisle: Aisle, by: -1 | 1): Shops {
  const order = [...aisleOrder(shops)]
  const from = order.indexOf(aisle)
  const to = from + by
  const other = order[to]
  if (from < 0 || other === undefined) return shops
  order[from] = other
  order[to] = aisle
  return { ...shops, shops: shops.shops.map((shop) => (shop.id === shops.chosen ? { ...shop, aisles: order } : shop)) }
}
