import { text } from '../../../shared/lib/browser/schema'
import { plain, StoredValue } from '../../../shared/lib/browser/stored-value'
import type { RecipeCard } from '../../../shared/lib/recipe/recipe'

/** Limits of complete recipes and photos; all cards are kept. */
export const MAX_RECIPES = 1_000
export const MAX_PICTURES = 300
/** Limit of all photos in bytes. */
export const MAX_PICTURE_BYTES = 60_000_000

/** Recipes to keep, favourites first, then the newest. Cards must be sorted newest first. */
export function mostWanted(cards: readonly RecipeCard[]): RecipeCard[] {
  const isFavourite = (card: RecipeCard) => 'favourite' in card && card.favourite === true
  const [first, then] = [cards.filter(isFavourite), cards.filter((card) => !isFavourite(card))]
  return [...first, ...then].slice(0, MAX_RECIPES)
}

/** "full" after a run that found storage full, until one completes; else null. */
export const keptProblem = () => new StoredValue<string, null>('zest.kept.problem', plain(text), null)
