import Fraction from 'fraction.js'
import { withFactor } from '../../../shared/lib/amounts/factor'
import { paths } from '../../../shared/lib/routing/paths'
import type { MealEntry } from './meal'

/** Link to cook mode of a recipe of the meal, scaled as in the meal. */
export function cookLink({ id, factor }: Pick<MealEntry, 'id' | 'factor'>) {
  return { pathname: paths.cook(id), search: withFactor(new URLSearchParams(), new Fraction(factor)).toString() }
}
