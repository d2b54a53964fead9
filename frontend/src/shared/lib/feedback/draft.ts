import { checked, nullable, objectOf, oneOf, type Schema, text } from '../browser/schema'
import { tabStorage } from '../browser/storage'
import { json, plain, StoredValue } from '../browser/stored-value'
import { isRecipeId } from '../recipe/recipe-id'
import { FEEDBACK_TYPES, type FeedbackType } from './feedback'
import { DRAFT_KEY, SEND_KEY } from './hand-over'

/** What is being written and is not sent yet. */
export interface FeedbackDraft {
  /** Under which it is sent, however often: the server keeps it once. */
  readonly id: string
  readonly type: FeedbackType
  readonly message: string
  /** Null as long as nobody has touched the field. */
  readonly email: string | null
}

export const FEEDBACK_DRAFT: Schema<FeedbackDraft> = objectOf({
  id: checked(text, isRecipeId),
  type: oneOf(FEEDBACK_TYPES),
  message: text,
  email: nullable(text),
})

/** Each keystroke is kept on this device until the server has it. */
export const feedbackDraft = (): StoredValue<FeedbackDraft, null> =>
  new StoredValue(DRAFT_KEY, json(FEEDBACK_DRAFT), null)

/** The same of a part of a recipe that was read wrongly: what it should be. */
export const wrongReadingDraft = (recipeId: string): StoredValue<FeedbackDraft, null> =>
  new StoredValue(`${DRAFT_KEY}.${recipeId}`, json(FEEDBACK_DRAFT), null)

/** Whether what was written on the public page is to be sent now, once: `handOver` says so. */
export function takeWishToSend(): boolean {
  const stored = new StoredValue(SEND_KEY, plain(oneOf(['send'])), null, tabStorage())
  const wanted = stored.read() === 'send'
  if (wanted) stored.clear()
  return wanted
}
