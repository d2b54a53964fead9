import { checked, nullable, objectOf, oneOf, type Schema, text } from '../browser/schema'
import { tabStorage } from '../browser/storage'
import { json, plain, StoredValue } from '../browser/stored-value'
import { isRecipeId } from '../recipe/recipe-id'
import { FEEDBACK_TYPES, type FeedbackType } from './feedback'
import { DRAFT_KEY, SEND_KEY } from './hand-over'

export interface FeedbackDraft {
  /** Idempotency key of the feedback. */
  readonly id: string
  readonly type: FeedbackType
  readonly message: string
  /** Null until the field is edited. */
  readonly email: string | null
}

export const FEEDBACK_DRAFT: Schema<FeedbackDraft> = objectOf({
  id: checked(text, isRecipeId),
  type: oneOf(FEEDBACK_TYPES),
  message: text,
  email: nullable(text),
})

/** The draft, stored on this device at each keystroke. */
export const feedbackDraft = (): StoredValue<FeedbackDraft, null> =>
  new StoredValue(DRAFT_KEY, json(FEEDBACK_DRAFT), null)

/** Draft of a report about a wrongly imported recipe. */
export const wrongReadingDraft = (recipeId: string): StoredValue<FeedbackDraft, null> =>
  new StoredValue(`${DRAFT_KEY}.${recipeId}`, json(FEEDBACK_DRAFT), null)

/** Whether to send feedback written on the public page (see `handOver`). True once. */
export function takeWishToSend(): boolean {
  const stored = new StoredValue(SEND_KEY, plain(oneOf(['send'])), null, tabStorage())
  const wanted = stored.read() === 'send'
  if (wanted) stored.clear()
  return wanted
}
