/**
 * Types of `virtual:kitchen-data`, which build/plugins/kitchen-data.ts builds from the server's lexicons and tables.
 */

export interface KitchenWords {
  /** Forms of each unit, as written in lines. */
  readonly units: Readonly<Record<string, readonly string[]>>
  /** Number words: `two` is `2`. */
  readonly numerals: Readonly<Record<string, string>>
  /** Words for a single thing: `a`, `une`. */
  readonly articles: readonly string[]
}

/** Words around the numbers of ingredient lines, in all languages. */
export interface AmountWords {
  /** Groups that are counted: `dozen` is 12. */
  readonly groups: Readonly<Record<string, number>>
  /** Parts of a whole: `thirds` is 1/3. */
  readonly shares: Readonly<Record<string, string>>
  /** Words of each sense, such as `plus` or `percent`. */
  readonly senses: Readonly<Record<string, readonly string[]>>
}

export interface KitchenData {
  readonly words: Readonly<Record<'en' | 'es' | 'fr', KitchenWords>>
  readonly amounts: AmountWords
  /** Forms of measured units in other languages. */
  readonly foreign: Readonly<Record<string, readonly string[]>>
  /** Kind and size of each measured unit, in grams, millilitres or millimetres. */
  readonly sizes: Readonly<Record<string, { readonly kind: 'mass' | 'volume' | 'length'; readonly size: number }>>
  /** Names of foods, and grams per millilitre. */
  readonly densities: readonly (readonly [names: readonly string[], gramsPerMl: number])[]
}
