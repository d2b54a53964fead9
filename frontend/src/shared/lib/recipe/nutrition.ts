import type { Nutrition } from './recipe'

export type CountedLine = Nutrition['lines'][number]

/** Recipes stored in a browser by older versions have no lines. */
type Facts = Omit<Nutrition, 'lines'> & Partial<Pick<Nutrition, 'lines'>>

/** How the ingredient lines count; empty unless the values are computed. */
export const countedLines = ({ lines = [] }: Facts): readonly CountedLine[] => lines

/** Ingredient lines whose energy is missing from the values. */
export function missingLines(facts: Facts): CountedLine[] {
  return countedLines(facts).filter(({ leftOut }) => leftOut !== null && leftOut !== 'NEGLIGIBLE')
}

/** Whether the values are lower bounds, because lines are missing. */
export function isLowerBound(facts: Facts): boolean {
  return facts.source === 'COMPUTED' && missingLines(facts).length > 0
}

/** The recipe without values from which ingredient lines are missing: a file cannot mark them as lower bounds. */
export function withExactNutrition<R extends { readonly nutritionalInformation: Nutrition }>(recipe: R): R {
  const { nutritionalInformation: facts } = recipe
  if (!isLowerBound(facts)) return recipe
  return { ...recipe, nutritionalInformation: { ...facts, calories: null, fat: null, carbs: null, protein: null } }
}
