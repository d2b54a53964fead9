import { readDeviceText } from '../browser/storage'
import { isRecipeId } from '../recipe/recipe-id'

/** For which recipes a page asks to choose what to buy; it travels beside the address, and the browser keeps it there. */
export interface ShoppingRequest {
  readonly ids: readonly string[]
  /** By how much the amounts are multiplied, as a fraction, where one recipe is shown for more or fewer people. */
  readonly factor?: string
}

/** More recipes than these no list is made for at once. */
export const MOST_RECIPES = 50

/** Recipes that the page before has named; null when it named none. */
export function namedIds(state: unknown): string[] | null {
  if (typeof state !== 'object' || state === null || !('ids' in state) || !Array.isArray(state.ids)) return null
  return (state.ids as unknown[]).filter((id): id is string => typeof id === 'string' && isRecipeId(id))
}

/** What the page before has asked for; null when nothing. */
export function shoppingRequestOf(state: unknown): Required<ShoppingRequest> | null {
  const ids = [...new Set(namedIds(state))]
  if (ids.length === 0) return null
  const factor = (state as { factor?: unknown }).factor
  return { ids, factor: typeof factor === 'string' ? factor : '1' }
}

/** Where the browser keeps the shopping list. */
export const LIST_KEY = 'zest.shopping'

/** Whether something stands on the shopping list: told without what the list itself needs, for pages that only lead there. */
export function isListThere(): boolean {
  return readDeviceText(LIST_KEY)?.includes('"lines":[{') === true
}
