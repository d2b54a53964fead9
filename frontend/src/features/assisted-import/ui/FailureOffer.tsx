import { isBlocked } from '../../../shared/lib/errors'
import { AssistOffer, type FailedRecipe } from './AssistOffer'
import { BlockedPage } from './BlockedPage'

/** What to do about a failed import: bring a blocked page from the browser, or ask the assistant. */
export function FailureOffer({ recipe }: { recipe: FailedRecipe }) {
  return isBlocked(recipe.errorCode) ? <BlockedPage recipe={recipe} /> : <AssistOffer recipe={recipe} />
}
