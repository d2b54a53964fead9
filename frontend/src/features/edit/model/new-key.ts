import { newRecipeId } from '../../../shared/lib/recipe/recipe-id'

// Unique per page, because a restored draft brings keys of an earlier one.
const page = newRecipeId().slice(0, 8)
let count = 0

export function newKey(): string {
  count += 1
  return `${page}-${count}`
}
