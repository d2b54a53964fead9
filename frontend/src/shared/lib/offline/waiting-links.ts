/** Linked recipes set offline. They wait in the recipe's waiting edit. */
import { baseOf, draftOf } from '../editing/draft'
import type { Recipe } from '../recipe/recipe'
import { newRecipeId } from '../recipe/recipe-id'
import { linksOf, type RecipeLink, withLink } from '../recipe/recipe-links'
import type { WaitingEdit, WaitingEdits, WaitingLink } from './waiting-edits'

/** The links after the waiting ones are set. Those of lines that are gone are dropped. */
export function withWaitingLinks(
  recipe: Pick<Recipe, 'ingredients'> & Partial<Pick<Recipe, 'recipeLinks'>>,
  waiting: readonly WaitingLink[],
): RecipeLink[] {
  let recipeLinks = [...linksOf(recipe)]
  for (const { text, recipe: target } of waiting) {
    const line = recipe.ingredients.findIndex((ingredient) => ingredient.text === text)
    if (line !== -1) recipeLinks = withLink({ ...recipe, recipeLinks }, line, target)
  }
  return recipeLinks
}

/**
 * Adds a link to the recipe's waiting edit.
 * @param stored the recipe as last returned by the server
 * @returns whether it was stored in the browser
 */
export function putLink(edits: WaitingEdits, stored: Recipe, link: WaitingLink): boolean {
  const waiting = edits.of(stored.id)
  const links = [...(waiting?.links ?? []).filter(({ text }) => text !== link.text), link]
  const savedAt = new Date().toISOString()
  return edits.put(waiting === null ? editOf(stored, savedAt, links) : { ...waiting, savedAt, links })
}

/** Drops the draft of a waiting edit after it was saved; its links keep waiting. */
export function dropDraft(edits: WaitingEdits, saved: Recipe): void {
  const { savedAt = '', links = [] } = edits.of(saved.id) ?? {}
  if (links.length === 0) edits.drop(saved.id)
  else edits.put(editOf(saved, savedAt, links))
}

function editOf(recipe: Recipe, savedAt: string, links: readonly WaitingLink[]): WaitingEdit {
  const base = baseOf(recipe)
  return { id: recipe.id, savedAt, base, draft: draftOf(base.content, newRecipeId), links }
}
