import { useIntl } from 'react-intl'
import type { To } from 'react-router'
import { useRecipes } from '../../../../shared/api/recipes/RecipesProvider'
import { linkedFactor, scaledSearch } from '../../../../shared/lib/amounts/linked-factor'
import type { View } from '../../../../shared/lib/amounts/pieces'
import { isOwn, type Recipe } from '../../../../shared/lib/recipe/recipe'
import { linksOf } from '../../../../shared/lib/recipe/recipe-links'
import { paths } from '../../../../shared/lib/routing/paths'

export interface LinkedRecipe {
  readonly title: string
  readonly lang: string | undefined
  /** The linked recipe, scaled as the line needs it; unscaled if that is not certain. */
  readonly to: To
}

/** The linked recipes by line. Only those in the user's list. */
export function useLinkedRecipes(recipe: Recipe, { factor }: View): ReadonlyMap<number, LinkedRecipe> {
  const intl = useIntl()
  const { recipes } = useRecipes()
  const linked = new Map<number, LinkedRecipe>()
  if (!isOwn(recipe)) return linked
  for (const { line, recipe: id } of linksOf(recipe)) {
    const ingredient = recipe.ingredients[line]
    const card = recipes.find((shown) => shown.card.id === id)?.card
    if (ingredient === undefined || card === undefined) continue
    const times = linkedFactor(ingredient, factor, card, recipe.language)
    linked.set(line, {
      title: card.title ?? intl.formatMessage({ id: 'card.untitled', defaultMessage: 'Untitled recipe' }),
      lang: card.language ?? undefined,
      to: { pathname: paths.recipe(id), search: times === null ? '' : scaledSearch(times, card) },
    })
  }
  return linked
}
