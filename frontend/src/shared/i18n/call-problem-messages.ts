import { defineMessage, defineMessages, type IntlShape, type MessageDescriptor } from 'react-intl'
import type { ImportProblem, ProblemCode } from '../lib/errors'
import type { Submission } from '../lib/list/submissions'
import type { RecipeCard } from '../lib/recipe/recipe'
import { sourceKind } from './stage-messages'

/** What the user was doing when a call failed. */
export type Situation =
  /** Submitting an address, and its import. */
  | 'import'
  /** Submitting photos or a file. */
  | 'upload'
  | 'retry'
  /** Opening a recipe: its page, cook mode, editing or comparing. */
  | 'show'
  | 'save'
  | 'note'
  | 'blank'
  | 'copy'
  | 'delete'
  | 'account'
  | 'export'
  | 'print'

/** Codes whose message depends on the situation. */
type SituationalCode = 'OFFLINE' | 'UNKNOWN'

/** Codes of any call. Codes of imports are in `problem-messages`, which is loaded when the list shows one. */
type CallCode = Exclude<ProblemCode, SituationalCode | ImportProblem> | 'INTERNAL'

/** Messages that do not depend on the situation. */
const messages: Record<CallCode, MessageDescriptor> = defineMessages({
  INTERNAL: {
    id: 'problem.INTERNAL',
    defaultMessage: 'Something went wrong on our side. Try again; if it keeps happening, tell us.',
  },
  MODEL_NOT_AVAILABLE: { id: 'problem.MODEL_NOT_AVAILABLE', defaultMessage: 'Recipe model not available' },
  CREATE_FAILED: { id: 'problem.CREATE_FAILED', defaultMessage: 'Error creating recipe' },
  CREATE_EMPTY: { id: 'problem.CREATE_EMPTY', defaultMessage: 'No recipe data returned from create operation' },
  GET_FAILED: { id: 'problem.GET_FAILED', defaultMessage: 'Error getting recipe' },
  UPDATE_FAILED: { id: 'problem.UPDATE_FAILED', defaultMessage: 'Error updating recipe' },
  UPDATE_EMPTY: { id: 'problem.UPDATE_EMPTY', defaultMessage: 'No data returned from update operation' },
  CREATE_BLANK_FAILED: { id: 'problem.CREATE_BLANK_FAILED', defaultMessage: 'Error creating blank recipe' },
  CREATE_BLANK_EMPTY: {
    id: 'problem.CREATE_BLANK_EMPTY',
    defaultMessage: 'No recipe data returned from create blank recipe operation',
  },
  ORIGINAL_NOT_FOUND: { id: 'problem.ORIGINAL_NOT_FOUND', defaultMessage: 'Original recipe not found' },
  COPY_FAILED: { id: 'problem.COPY_FAILED', defaultMessage: 'Error copying recipe' },
  COPY_EMPTY: { id: 'problem.COPY_EMPTY', defaultMessage: 'No recipe data returned from copy operation' },
  DELETE_FAILED: { id: 'problem.DELETE_FAILED', defaultMessage: 'Error deleting recipe' },
  UNAUTHORIZED: {
    id: 'problem.UNAUTHORIZED',
    defaultMessage: 'Unauthorized',
  },
  AUTHENTICATION_REQUIRED: {
    id: 'problem.AUTHENTICATION_REQUIRED',
    defaultMessage: 'Authentication required for this operation',
  },
  RECIPE_NOT_FOUND: {
    id: 'problem.RECIPE_NOT_FOUND',
    defaultMessage: 'This recipe no longer exists.',
  },
  CONFLICT: {
    id: 'problem.CONFLICT',
    defaultMessage: 'This recipe was changed on another device. Review it before you edit it.',
  },
  BUSY: {
    id: 'problem.BUSY',
    defaultMessage: 'Zest is busy. Try again in a moment.',
  },
  LIMIT_REACHED: {
    id: 'problem.LIMIT_REACHED',
    defaultMessage: 'You’ve reached the limit for now. Try again later.',
  },
  NO_CREDITS: {
    id: 'problem.NO_CREDITS',
    defaultMessage:
      'You have no credits left, and photos and files cost one. Get credits and try again, or paste the recipe’s link for free.',
  },
  OUTDATED: {
    id: 'problem.OUTDATED',
    defaultMessage: 'This page is out of date. Reload it and try again.',
  },
  UPLOAD_INTERRUPTED: {
    id: 'problem.UPLOAD_INTERRUPTED',
    defaultMessage: 'Upload interrupted. Try again, or wait: it resumes when you’re online.',
  },
  UPLOAD_REFUSED: {
    id: 'problem.UPLOAD_REFUSED',
    defaultMessage: 'The upload was rejected. Choose the photo or file again; it may have changed.',
  },
  UPLOAD_USED: {
    id: 'problem.UPLOAD_USED',
    defaultMessage: 'This upload is already a recipe. Choose another photo or file.',
  },
  STILL_IMPORTING: {
    id: 'problem.STILL_IMPORTING',
    defaultMessage: 'This recipe is still importing. Try again when it’s done.',
  },
  RECIPE_TOO_LONG: {
    id: 'problem.RECIPE_TOO_LONG',
    defaultMessage: 'This recipe is too long. Shorten the steps, description or notes.',
  },
  SIGN_IN_AGAIN: {
    id: 'problem.SIGN_IN_AGAIN',
    defaultMessage: 'Sign out and back in to add photos or files.',
  },
})

const limitUntil: MessageDescriptor = defineMessage({
  id: 'problem.LIMIT_REACHED.until',
  defaultMessage: 'You’ve reached the limit for now. Try again at {time, time, short}.',
})

const notFoundById: MessageDescriptor = defineMessage({
  id: 'recipe.notFound.text',
  defaultMessage: 'Recipe with id {id} not found',
})

const offline = defineMessages({
  import: {
    id: 'problem.OFFLINE',
    defaultMessage: 'Can’t reach Zest. We’ll send your link again when you’re online.',
  },
  upload: {
    id: 'problem.OFFLINE.upload',
    defaultMessage: 'Can’t reach Zest. Your files are kept on this device and sent again when you’re online.',
  },
  again: {
    id: 'problem.OFFLINE.again',
    defaultMessage: 'Can’t reach Zest. Try again when you’re online.',
  },
  save: {
    id: 'edit.offline',
    defaultMessage: 'Can’t reach Zest. Your changes are kept on this device; save again when you’re online.',
  },
  note: {
    id: 'notes.offline',
    defaultMessage: 'Can’t reach Zest. Your note is kept on this device; save it again when you’re online.',
  },
  delete: {
    id: 'problem.OFFLINE.delete',
    defaultMessage: 'Can’t reach Zest. Try again when you’re online; what’s already deleted stays deleted.',
  },
})

const unknown = defineMessages({
  import: { id: 'problem.UNKNOWN', defaultMessage: 'That didn’t work. Try again in a moment.' },
  account: {
    id: 'problem.UNKNOWN.account',
    defaultMessage: 'We couldn’t delete the account. Try again in a moment; what’s already deleted stays deleted.',
  },
  export: { id: 'problem.UNKNOWN.export', defaultMessage: 'We couldn’t create the file. Try again in a moment.' },
  print: { id: 'problem.UNKNOWN.print', defaultMessage: 'We couldn’t load the recipes. Try again in a moment.' },
})

const situationalMessages: Record<Situation, Record<SituationalCode, MessageDescriptor>> = {
  import: { OFFLINE: offline.import, UNKNOWN: unknown.import },
  upload: { OFFLINE: offline.upload, UNKNOWN: unknown.import },
  retry: { OFFLINE: offline.again, UNKNOWN: unknown.import },
  show: { OFFLINE: offline.again, UNKNOWN: messages.GET_FAILED },
  save: { OFFLINE: offline.save, UNKNOWN: messages.UPDATE_FAILED },
  note: { OFFLINE: offline.note, UNKNOWN: messages.UPDATE_FAILED },
  blank: { OFFLINE: offline.again, UNKNOWN: messages.CREATE_BLANK_FAILED },
  copy: { OFFLINE: offline.again, UNKNOWN: messages.COPY_FAILED },
  delete: { OFFLINE: offline.delete, UNKNOWN: messages.DELETE_FAILED },
  account: { OFFLINE: offline.delete, UNKNOWN: unknown.account },
  export: { OFFLINE: offline.again, UNKNOWN: unknown.export },
  print: { OFFLINE: offline.again, UNKNOWN: unknown.print },
}

/** A problem, or the error of a failed recipe. */
export interface CodedProblem {
  /** Null and unknown codes count as UNKNOWN. */
  readonly code: string | null
  /** RECIPE_NOT_FOUND: the id; LIMIT_REACHED: when the limit resets. */
  readonly detail?: string | null
}

/**
 * The localized message of a failed call. Never shows the server's English sentence; an unknown code gets the message
 * of its situation. For reasons of failed imports use `describeProblem`.
 */
export function describeCallProblem(
  intl: IntlShape,
  situation: Situation,
  { code, detail = null }: CodedProblem,
): string {
  if (code === 'RECIPE_NOT_FOUND' && detail !== null) return intl.formatMessage(notFoundById, { id: detail })
  if (code === 'LIMIT_REACHED' && detail !== null && !Number.isNaN(Date.parse(detail))) {
    return intl.formatMessage(limitUntil, { time: new Date(detail) })
  }
  if (isFixed(code)) return intl.formatMessage(messages[code])
  const situational = situationalMessages[situation]
  return intl.formatMessage(code === 'OFFLINE' ? situational.OFFLINE : situational.UNKNOWN)
}

/** A failed import, or a submission that could not be sent. */
export type FailedImport = Pick<RecipeCard, 'errorCode' | 'pictureSubmissionUUID' | 'fileSubmissionUUID'> &
  Partial<Pick<Submission, 'again'>>

/** Situation and problem of a failed import; the situation depends on its source. */
export function codedProblemOf(failed: FailedImport): readonly [Situation, CodedProblem] {
  const situation = sourceKind(failed) === 'address' ? 'import' : 'upload'
  return [situation, { code: failed.errorCode, detail: failed.again ?? null }]
}

function isFixed(code: string | null): code is CallCode {
  return code !== null && Object.hasOwn(messages, code)
}
