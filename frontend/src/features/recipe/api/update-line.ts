import type { RecipeCache } from '../../../shared/api/recipes/recipe-cache'
import { asProblem } from '../../../shared/lib/errors'
import type { Recipe } from '../../../shared/lib/recipe/recipe'
import type { RecipeChanges } from '../../../shared/lib/recipe/recipe-changes'
import { textOfLine } from '../model/ticks'

/**
 * Sends changes about one ingredient line. After a conflict they are made again for the newer recipe, if the line is
 * still the same one. Rejects with a `Problem`.
 */
export async function updateLine(
  cache: Pick<RecipeCache, 'get' | 'update'>,
  recipe: Recipe,
  line: number,
  changesOf: (recipe: Recipe) => RecipeChanges,
): Promise<void> {
  try {
    await cache.update(recipe.id, recipe.version, changesOf(recipe))
  } catch (thrown) {
    if (asProblem(thrown).code !== 'CONFLICT') throw thrown
    const newer = await cache.get(recipe.id)
    const [before, now] = [recipe.ingredients[line], newer.ingredients[line]]
    if (before === undefined || now === undefined || textOfLine(now) !== textOfLine(before)) throw thrown
    await cache.update(recipe.id, newer.version, changesOf(newer))
  }
}
