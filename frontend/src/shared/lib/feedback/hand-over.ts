import { deviceStorage, removeText, tabStorage, writeText } from '../browser/storage'
import { newRecipeId } from '../recipe/recipe-id'

/** Where what is being written is kept. */
export const DRAFT_KEY = 'zest.feedback'
/** Where this tab remembers that what is kept is to be sent. */
export const SEND_KEY = 'zest.feedback-send'

/**
 * Leaves what was written on the public page for the app, which sends it: in few bytes, because that page has few. Returns
 * whether the app will find it.
 *
 * @param type one of those that the app knows; of another it knows nothing.
 */
export function handOver(type: string, message: string, email: string): boolean {
  const draft = JSON.stringify({ id: newRecipeId(), type, message, email })
  if (!writeText(deviceStorage(), DRAFT_KEY, draft)) return false
  if (message.trim() === '') removeText(tabStorage(), SEND_KEY)
  else writeText(tabStorage(), SEND_KEY, 'send')
  return true
}
