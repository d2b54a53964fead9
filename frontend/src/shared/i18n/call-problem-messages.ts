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
    defaultMessage: 'Something went wrong on our side. Try again; if it happens twice, tell us.',
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
    defaultMessage: 'This recipe was changed elsewhere in the meantime. Look at it again before you change it.',
  },
  BUSY: {
    id: 'problem.BUSY',
    defaultMessage: 'Zest is busy. Try again in a moment.',
  },
  LIMIT_REACHED: {
    id: 'problem.LIMIT_REACHED',
    defaultMessage: 'That is as much as Zest takes for now. Try again a little later.',
  },
  NO_CREDITS: {
    id: 'problem.NO_CREDITS',
    defaultMessage:
      'You have no credits left, and reading pictures or a file takes one. Get credits and try again, or paste the recipe’s address: that is free.',
  },
  UPLOAD_INTERRUPTED: {
    id: 'problem.UPLOAD_INTERRUPTED',
    defaultMessage:
      'The upload was interrupted. What you chose is kept on this device; try again, or wait: it goes on when you are connected again.',
  },
  UPLOAD_REFUSED: {
    id: 'problem.UPLOAD_REFUSED',
    defaultMessage: 'This upload was not taken. Choose the picture or file again; it may have changed meanwhile.',
  },
  UPLOAD_USED: {
    id: 'problem.UPLOAD_USED',
    defaultMessage: 'A recipe has been made of this upload already. Choose the picture or file again.',
  },
  STILL_IMPORTING: {
    id: 'problem.STILL_IMPORTING',
    defaultMessage: 'This recipe is still being imported. Wait until it is done, then try again.',
  },
  RECIPE_TOO_LONG: {
    id: 'problem.RECIPE_TOO_LONG',
    defaultMessage: 'This recipe is longer than can be kept. Shorten its steps, its description or your notes.',
  },
  SIGN_IN_AGAIN: {
    id: 'problem.SIGN_IN_AGAIN',
    defaultMessage: 'Sign out and sign in once more before you add pictures or files.',
  },
})

const limitUntil: MessageDescriptor = defineMessage({
  id: 'problem.LIMIT_REACHED.until',
  defaultMessage: 'That is as much as Zest takes for now. Try again at {time, time, short}.',
})

const notFoundById: MessageDescriptor = defineMessage({
  id: 'recipe.notFound.text',
  defaultMessage: 'Recipe with id {id} not found',
})

const offline = defineMessages({
  import: {
    id: 'problem.OFFLINE',
    defaultMessage: 'Zest could not be reached. Your address is kept; it is sent again as soon as you are connected.',
  },
  upload: {
    id: 'problem.OFFLINE.upload',
    defaultMessage:
      'Zest could not be reached. What you chose is kept on this device; it is sent again as soon as you are connected.',
  },
  again: {
    id: 'problem.OFFLINE.again',
    defaultMessage: 'Zest could not be reached. Try again once you are connected.',
  },
  save: {
    id: 'edit.offline',
    defaultMessage:
      'Zest could not be reached. Your changes are kept on this device; save again when you are connected.',
  },
  note: {
    id: 'notes.offline',
    defaultMessage: 'Zest could not be reached. Your note is kept on this device; save again once you are connected.',
  },
  delete: {
    id: 'problem.OFFLINE.delete',
    defaultMessage: 'Zest could not be reached. What is deleted stays deleted; try again once you are connected.',
  },
})

const unknown = defineMessages({
  import: { id: 'problem.UNKNOWN', defaultMessage: 'That did not work. Try again in a moment.' },
  account: {
    id: 'problem.UNKNOWN.account',
    defaultMessage: 'The account could not be deleted. Try again in a moment; what is deleted stays deleted.',
  },
  export: { id: 'problem.UNKNOWN.export', defaultMessage: 'The file could not be made. Try again in a moment.' },
  print: { id: 'problem.UNKNOWN.print', defaultMessage: 'The recipes could not be fetched. Try again in a moment.' },
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
