import { useLocation } from 'react-router'
import { factorOf } from '../../../shared/lib/amounts/factor'
import type { Recipe } from '../../../shared/lib/recipe/recipe'
import type { ShoppingRequest } from '../../../shared/lib/shopping/shopping-request'

/** History state for the shopping list: the recipe, scaled as on the page. Null without ingredients. */
export function useShoppingRequest({ id, status, ingredients, servings }: Recipe): ShoppingRequest | null {
  const { search } = useLocation()
  if (status !== 'SUCCESS' || ingredients.length === 0) return null
  return { ids: [id], factor: factorOf(new URLSearchParams(search), servings).toFraction() }
}
