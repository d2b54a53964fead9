/** The shape of `virtual:grocery-data`, which grocery-data.ts makes of the server's own food table and lexicons. */

/** The aisles of a shop, in the order in which one comes by them. */
export const AISLES = [
  'produce',
  'bakery',
  'meat',
  'dairy',
  'canned',
  'pantry',
  'spices',
  'drinks',
  'frozen',
  'other',
] as const

export type Aisle = (typeof AISLES)[number]

export interface KnownFood {
  readonly aisle: Aisle
  /** Whether nearly every kitchen has it. */
  readonly home?: boolean
  /** Its names in English, Spanish and French, of each language the usual one first. */
  readonly names: readonly (readonly string[])[]
}

export interface GroceryData {
  readonly foods: readonly KnownFood[]
  /** Words by which a food stands in another aisle. */
  readonly moving: readonly (readonly [aisle: Aisle, words: readonly string[]])[]
  /** Words that say how big a food is or how it is cut. */
  readonly beside: readonly string[]
}
