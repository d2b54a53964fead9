/** Feedback types of the contract; see schema.graphql for the fields. */
export type {
  FeedbackForAdminsFragment as AdminFeedback,
  FeedbackFragment as Feedback,
  FeedbackStatus,
  FeedbackType,
  RecipePart,
} from '../../../contract/operations'

import type { FeedbackStatus, FeedbackType, RecipePart } from '../../../contract/operations'

/** Feedback types in display order. */
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

/** Maximum number of characters of a message, an answer or a note, as counted by the server. */
export const MAX_TEXT = 5000

/** Number of code points after trimming, as counted by the server. */
export function lengthOf(text: string): number {
  return [...text.trim()].length
}

/** Problem of a message before it is sent, or null. */
export function messageProblem(message: string): 'empty' | 'long' | null {
  const length = lengthOf(message)
  if (length === 0) return 'empty'
  return length > MAX_TEXT ? 'long' : null
}

/** Whether the text is empty or looks like an email address. */
export function isEmailOrNothing(email: string): boolean {
  const address = email.trim()
  return address === '' || (address.length <= 254 && /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(address))
}
