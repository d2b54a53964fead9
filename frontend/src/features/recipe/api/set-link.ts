import type { RecipeCache } from '../../../shared/api/recipes/recipe-cache'
import { problemCode } from '../../../shared/lib/errors'
import { WaitingEdits } from '../../../shared/lib/offline/waiting-edits'
import { putLink } from '../../../shared/lib/offline/waiting-links'
import type { Recipe } from '../../../shared/lib/recipe/recipe'
import { withLink } from '../../../shared/lib/recipe/recipe-links'
import { updateLine } from './update-line'

/**
 * Links a line to another recipe, or removes its link (null). Offline, and while an edit of the recipe waits, the link
 * waits on this device. Rejects with a `Problem`.
 * @param recipe as shown, with its waiting edit
 */
export async function setLink(
  cache: Pick<RecipeCache, 'get' | 'peek' | 'update'>,
  recipe: Recipe,
  line: number,
  target: string | null,
): Promise<void> {
  const edits = new WaitingEdits()
  const wait = () => {
    const text = recipe.ingredients[line]?.text
    return text !== undefined && putLink(edits, cache.peek(recipe.id) ?? recipe, { text, recipe: target })
  }
  // The index may be another one on the server.
  if (edits.isAnyOf(recipe.id) && wait()) return
  try {
    await updateLine(cache, recipe, line, (now) => ({ recipeLinks: withLink(now, line, target) }))
  } catch (thrown) {
    if (problemCode(thrown) !== 'OFFLINE' || !wait()) throw thrown
  }
}
