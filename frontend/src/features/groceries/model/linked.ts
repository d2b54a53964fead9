import type Fraction from 'fraction.js'
import { linkedFactor } from '../../../shared/lib/amounts/linked-factor'
import { isOwn, type Recipe } from '../../../shared/lib/recipe/recipe'
import { linksOf } from '../../../shared/lib/recipe/recipe-links'
import { factorOf } from './items'
import { entryOfRecipe, type ListEntry, linkedEntryId } from './shopping-list'

/** What some recipes need, with the ingredients of their linked recipes in place of the lines that these make. */
export interface ShoppingNeeds {
  readonly entries: readonly ListEntry[]
  /** Linked recipes whose ingredients are in the entries, and how many times. */
  readonly included: readonly Included[]
  /** Lines that stay as they are: the amount of the linked recipe is unknown or cannot be stored exactly. */
  readonly unclear: readonly Unclear[]
}

interface Included {
  readonly recipe: Recipe
  readonly linked: Recipe
  readonly times: Fraction
}

interface Unclear {
  readonly recipe: Recipe
  readonly linked: Recipe
  /** Index of the line. */
  readonly line: number
}

/**
 * @param linked the linked recipes; a line whose recipe is missing is listed as it is
 * @param factorFor the factor of a recipe, as a fraction
 */
export function shoppingNeeds(
  recipes: readonly Recipe[],
  linked: readonly Recipe[],
  factorFor: (recipe: Recipe) => string,
): ShoppingNeeds {
  const byId = new Map(linked.map((recipe) => [recipe.id, recipe]))
  const entries: ListEntry[] = []
  const included: Included[] = []
  const unclear: Unclear[] = []
  for (const recipe of recipes) {
    const factor = factorFor(recipe)
    const replaced = new Set<number>()
    const times = new Map<Recipe, Fraction>()
    for (const { line, recipe: id } of isOwn(recipe) ? linksOf(recipe) : []) {
      const [ingredient, target] = [recipe.ingredients[line], byId.get(id)]
      if (ingredient === undefined || target === undefined) continue
      const needed = linkedFactor(ingredient, factorOf(factor), target, recipe.language)
      const total = needed?.add(times.get(target) ?? 0)
      // A factor that cannot be stored exactly would be read as 1.
      if (total === undefined || !factorOf(total.toFraction()).equals(total)) {
        unclear.push({ recipe, linked: target, line })
        continue
      }
      times.set(target, total)
      replaced.add(line)
    }
    entries.push(
      entryOfRecipe(
        recipe,
        factor,
        recipe.ingredients.filter((_, line) => !replaced.has(line)),
      ),
    )
    for (const [target, total] of times) {
      const entry = entryOfRecipe(target, total.toFraction(), target.ingredients)
      entries.push({ ...entry, id: linkedEntryId(recipe.id, target.id) })
      included.push({ recipe, linked: target, times: total })
    }
  }
  return { entries, included, unclear }
}
