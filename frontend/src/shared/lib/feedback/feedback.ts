/** Feedback as the contract (schema.graphql, which says what each field means) gives it to the app. */
export type {
  FeedbackForAdminsFragment as AdminFeedback,
  FeedbackFragment as Feedback,
  FeedbackStatus,
  FeedbackType,
  RecipePart,
} from '../../../contract/operations'

import type { FeedbackStatus, FeedbackType, RecipePart } from '../../../contract/operations'

/** In the order in which they are offered. */
export const FEEDBACK_TYPES = [
  'SUGGESTION',
  'FEATURE_REQUEST',
  'BUG_REPORT',
  'QUESTION',
  'GENERAL_FEEDBACK',
  'OTHER',
] as const satisfies readonly FeedbackType[]

export const FEEDBACK_STATUSES = ['NEW', 'ANSWERED', 'CLOSED'] as const satisfies readonly FeedbackStatus[]

export const RECIPE_PARTS = [
  'INGREDIENTS',
  'STEPS',
  'TITLE',
  'TIMES',
  'PICTURE',
  'OTHER',
] as const satisfies readonly RecipePart[]

/** Characters of a message, an answer or a note, as the server counts them. */
export const MOST_TEXT = 5000

/** How many characters a text has, as the server counts: what lies around it and emoji of several code points included. */
export function lengthOf(text: string): number {
  return [...text.trim()].length
}

/** What is wrong with a message before it is sent; null when nothing is. */
export function messageProblem(message: string): 'empty' | 'long' | null {
  const length = lengthOf(message)
  if (length === 0) return 'empty'
  return length > MOST_TEXT ? 'long' : null
}

/** Whether an address has the form of one; nothing is one, too, because it may be left out. */
export function isEmailOrNothing(email: string): boolean {
  const address = email.trim()
  return address === '' || (address.length <= 254 && /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(address))
}
