import { newRecipeId } from '../../../shared/lib/recipe/recipe-id'

// A draft from an earlier visit brings its keys along, so those of this page begin differently.
const page = newRecipeId().slice(0, 8)
let count = 0

/** A key for a row of this page. */
export function newKey(): string {
  count += 1
  return `${page}-${count}`
}
