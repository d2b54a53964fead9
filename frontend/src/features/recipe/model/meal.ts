import { checked, fittingOf, nullable, objectOf, type Schema, text, textUpTo } from '../../../shared/lib/browser/schema'
import { json, StoredValue } from '../../../shared/lib/browser/stored-value'
import { isRecipeId } from '../../../shared/lib/recipe/recipe-id'
import { minutesOf } from './plan'

/** A recipe to cook tonight. */
export interface MealEntry {
  readonly id: string
  /** Last known title, shown until the recipe is loaded. */
  readonly title: string | null
  /** Scale factor as a fraction. */
  readonly factor: string
}

/** The recipes that are cooked together. */
export interface Meal {
  readonly entries: readonly MealEntry[]
  /** When the meal is ready, for example "19:00". */
  readonly ready: string
}

export const MAX_IN_MEAL = 8
const LONGEST_TITLE = 300
export const EMPTY_MEAL: Meal = { entries: [], ready: '19:00' }

const ENTRY: Schema<MealEntry> = objectOf<MealEntry>({
  id: checked(text, isRecipeId),
  title: nullable(textUpTo(LONGEST_TITLE)),
  factor: checked(text, (factor) => /^\d{1,6}(?:\/[1-9]\d{0,5})?$/.test(factor) && !/^0+(?:\/|$)/.test(factor)),
})

export const MEAL: Schema<Meal> = objectOf<Meal>({
  entries: (value) => fittingOf(ENTRY)(value)?.slice(0, MAX_IN_MEAL),
  ready: checked(text, (ready) => minutesOf(ready) !== null),
})

/** The meal on this device; cleared on sign-out. */
export const storedMeal = new StoredValue<Meal>('zest.tonight', json(MEAL), EMPTY_MEAL)

/** Adds recipes at the end, up to the limit. Those already in the meal do not change. */
export function withRecipes(meal: Meal, recipes: readonly MealEntry[]): Meal {
  const known = new Set(meal.entries.map(({ id }) => id))
  const news = recipes.filter(({ id }) => !known.has(id))
  return { ...meal, entries: [...meal.entries, ...news].slice(0, MAX_IN_MEAL) }
}

export function withoutRecipe(meal: Meal, id: string): Meal {
  return { ...meal, entries: meal.entries.filter((entry) => entry.id !== id) }
}

export function withFactorOf(meal: Meal, id: string, factor: string): Meal {
  return { ...meal, entries: meal.entries.map((entry) => (entry.id === id ? { ...entry, factor } : entry)) }
}

/** Takes over the titles of loaded recipes. The same meal if none differs. */
export function withTitles(meal: Meal, titles: ReadonlyMap<string, string | null>): Meal {
  const entries = meal.entries.map((entry) => {
    const title = titles.get(entry.id)?.slice(0, LONGEST_TITLE)
    return title === undefined || title === entry.title ? entry : { ...entry, title }
  })
  return entries.every((entry, at) => entry === meal.entries[at]) ? meal : { ...meal, entries }
}
