/** Type of `virtual:kitchen-data`, which build/plugins/kitchen-data.ts builds from the server's lexicons and tables. */

export interface KitchenWords {
  /** Forms of each unit, as written in lines. */
  readonly units: Readonly<Record<string, readonly string[]>>
  /** Number words: `two` is `2`. */
  readonly numerals: Readonly<Record<string, string>>
}

export interface KitchenData {
  readonly words: Readonly<Record<'en' | 'es' | 'fr', KitchenWords>>
  /** Kind and size of each measured unit, in grams, millilitres or millimetres. */
  readonly sizes: Readonly<Record<string, { readonly kind: 'mass' | 'volume' | 'length'; readonly size: number }>>
  /** Names of foods, and grams per millilitre. */
  readonly densities: readonly (readonly [names: readonly string[], gramsPerMl: number])[]
}
