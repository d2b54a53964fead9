import { text } from '../../../shared/lib/browser/schema'
import { plain, StoredValue } from '../../../shared/lib/browser/stored-value'
import type { RecipeCard } from '../../../shared/lib/recipe/recipe'

/** So many recipes are kept whole, and so many have their picture; of the list every card is kept. */
export const MOST_RECIPES = 1_000
export const MOST_PICTURES = 300
/** Bytes of all pictures together. */
export const MOST_PICTURE_BYTES = 60_000_000

/** Which recipes are kept whole, the most wanted first: favourites, then the newest. Cards come newest first. */
export function mostWanted(cards: readonly RecipeCard[]): RecipeCard[] {
  const isFavourite = (card: RecipeCard) => 'favourite' in card && card.favourite === true
  const [first, then] = [cards.filter(isFavourite), cards.filter((card) => !isFavourite(card))]
  return [...first, ...then].slice(0, MOST_RECIPES)
}

/** Why not everything could be kept the last time: "full" is a disk without room; null when all was. */
export const keptProblem = () => new StoredValue<string, null>('zest.kept.problem', plain(text), null)
