import { readDeviceText } from '../browser/storage'
import { isRecipeId } from '../recipe/recipe-id'

/** Recipes for which to open the shopping selection; passed as history state. */
export interface ShoppingRequest {
  readonly ids: readonly string[]
  /** Scale factor as a fraction, for a single scaled recipe. */
  readonly factor?: string
  /** Scale factors by recipe id. */
  readonly factors?: Readonly<Record<string, string>>
}

export const MAX_RECIPES = 50

/** Recipe ids in the history state; null if it has no list of ids. */
export function namedIds(state: unknown): string[] | null {
  if (typeof state !== 'object' || state === null || !('ids' in state) || !Array.isArray(state.ids)) return null
  return (state.ids as unknown[]).filter((id): id is string => typeof id === 'string' && isRecipeId(id))
}

/** The request in the history state; null if there is none. */
export function shoppingRequestOf(state: unknown): Required<ShoppingRequest> | null {
  const ids = [...new Set(namedIds(state))]
  if (ids.length === 0) return null
  const { factor, factors } = state as { factor?: unknown; factors?: unknown }
  return { ids, factor: typeof factor === 'string' ? factor : '1', factors: factorsIn(factors) }
}

function factorsIn(factors: unknown): Record<string, string> {
  if (typeof factors !== 'object' || factors === null) return {}
  return Object.fromEntries(
    Object.entries(factors).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}

export const LIST_KEY = 'zest.shopping'

/** Whether the shopping list has lines. Does not load the list's code. */
export function isListThere(): boolean {
  return readDeviceText(LIST_KEY)?.includes('"lines":[{') === true
}
