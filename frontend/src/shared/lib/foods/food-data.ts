/** Types of `virtual:grocery-data`, which grocery-data.ts builds from the server's food table and lexicons. */

/** Aisles in walking order. */
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

/** Kinds that people leave out. */
export const FOOD_KINDS = ['nut', 'dairy', 'gluten', 'egg', 'fish', 'meat', 'alcohol'] as const

export type FoodKind = (typeof FOOD_KINDS)[number]

export interface KnownFood {
  readonly aisle: Aisle
  /** Whether it is a pantry staple. */
  readonly home?: boolean
  /** What it is or contains. */
  readonly kinds?: readonly FoodKind[]
  /** Names in English, Spanish and French; the primary one first. */
  readonly names: readonly (readonly string[])[]
}

export interface GroceryData {
  readonly foods: readonly KnownFood[]
  /** Words that move a food to another aisle. */
  readonly moving: readonly (readonly [aisle: Aisle, words: readonly string[]])[]
  /** Words for size, cut or preparation. */
  readonly beside: readonly string[]
}
