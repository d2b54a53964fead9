import { deviceStorage, removeText, tabStorage, writeText } from '../browser/storage'
import { newRecipeId } from '../recipe/recipe-id'

export const DRAFT_KEY = 'zest.feedback'
/** Storage key of this tab's flag that the draft is to be sent. */
export const SEND_KEY = 'zest.feedback-send'

/**
 * Stores feedback written on the public page, for the app to send. Kept small for that page. Returns whether it was
 * stored.
 * @param type a feedback type known to the app.
 */
export function handOver(type: string, message: string, email: string): boolean {
  const draft = JSON.stringify({ id: newRecipeId(), type, message, email })
  if (!writeText(deviceStorage(), DRAFT_KEY, draft)) return false
  if (message.trim() === '') removeText(tabStorage(), SEND_KEY)
  else writeText(tabStorage(), SEND_KEY, 'send')
  return true
}
