import Fraction from 'fraction.js'
import type { Ingredient, Language, Recipe } from '../recipe/recipe'
import { withFactor, withServings } from './factor'
import { amountsOf, isCertain } from './line/amounts'
import { textOf } from './line-amounts'

const PORTION = /^(?:portions?|servings?|porci(?:ón|ones)|raci(?:ón|ones))$/iu
const WHOLE = /^(?:recipes?|batch(?:es)?|recetas?|tandas?|recettes?|fournées?)$/iu

/**
 * How many times a line needs the recipe that it links to: portions by its servings, a count of recipes as it is, and
 * once without an amount. Null if that is not certain, as for a weight.
 */
export function linkedFactor(
  line: Pick<Ingredient, 'quantity' | 'unit' | 'name' | 'note' | 'text'>,
  factor: Fraction,
  { servings }: Pick<Recipe, 'servings'>,
  language: Language | null,
): Fraction | null {
  const text = textOf(line, language)
  const amounts = amountsOf(text, language)
  if (amounts.length === 0) return /\p{N}/u.test(text) ? null : factor
  const [amount] = amounts
  const [number] = amount?.ends ?? []
  if (amount === undefined || number === undefined || amounts.length > 1 || !isCertain(amounts)) return null
  if (amount.role !== 'scales' || amount.ends.length > 1 || amount.group !== null) return null
  const unit = /^[\s-]*(\p{L}+)/u.exec(text.slice(number.end))?.[1] ?? ''
  const count = number.value.mul(factor)
  if (WHOLE.test(unit)) return count
  return PORTION.test(unit) && servings !== null && servings > 0 ? count.div(new Fraction(servings)) : null
}

/** The query of an address that shows a recipe at this scale. */
export function scaledSearch(times: Fraction, { servings }: Pick<Recipe, 'servings'>): string {
  const none = new URLSearchParams()
  const scaled = servings !== null && servings > 0
  const params = scaled ? withServings(none, times.mul(servings), servings) : withFactor(none, times)
  return params.toString()
}
