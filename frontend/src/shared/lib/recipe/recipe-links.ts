/** Linked recipes: ingredient lines that another recipe of the owner makes. */
import { isOwn, type Recipe } from './recipe'

export type RecipeLink = Recipe['recipeLinks'][number]

/** Recipes that a browser stored before there were links have none. */
type Linked = Pick<Recipe, 'ingredients'> & Partial<Pick<Recipe, 'recipeLinks'>>

export const linksOf = ({ recipeLinks = [] }: Partial<Pick<Recipe, 'recipeLinks'>>): readonly RecipeLink[] =>
  recipeLinks

/** The links after one line got another recipe, or none (null). */
export function withLink(recipe: Linked, line: number, target: string | null): RecipeLink[] {
  const others = linksOf(recipe).filter((link) => link.line !== line)
  return target === null ? others : [...others, { line, recipe: target }].sort((a, b) => a.line - b.line)
}

/** The links after unsent changes of the lines: each follows its line. */
export function linksAfter(before: Linked, { ingredients }: Pick<Recipe, 'ingredients'>): RecipeLink[] {
  return linksOf(before).flatMap(({ line, recipe }) => {
    const now = ingredients.findIndex(({ text }) => text === before.ingredients[line]?.text)
    return now === -1 ? [] : [{ line: now, recipe }]
  })
}

/** Ids of the linked recipes that are among the known ones. */
export function linkedIds(recipes: readonly Recipe[], known: ReadonlySet<string>): string[] {
  const ids = recipes.filter(isOwn).flatMap((recipe) => linksOf(recipe).map((link) => link.recipe))
  return [...new Set(ids)].filter((id) => known.has(id))
}
