import { defineMessage, defineMessages, type IntlShape, type MessageDescriptor } from 'react-intl'
import type { ProblemCode } from '../lib/recipe/problem'

/** What somebody was doing when it went wrong. */
export type Situation =
  /** An address that is on its way, or the import that it began. */
  | 'import'
  /** Likewise pictures or a file. */
  | 'upload'
  /** Asking for a failed import once more. */
  | 'retry'
  /** Looking at a recipe: on its page, while cooking, editing or comparing. */
  | 'show'
  /** Saving what was edited. */
  | 'save'
  | 'note'
  /** Beginning a recipe of one's own. */
  | 'blank'
  | 'copy'
  | 'delete'
  | 'account'
  | 'export'
  | 'print'

/** Codes whose sentence depends on what somebody was doing: what is kept, what is sent again, what failed. */
type SituationalCode = 'OFFLINE' | 'UNKNOWN'

/** What happened and what to do, for every code that means the same whatever somebody was doing. */
export const problemMessages: Record<Exclude<ProblemCode, SituationalCode>, MessageDescriptor> = defineMessages({
  INVALID_URL: {
    id: 'problem.INVALID_URL',
    defaultMessage:
      'That is not the address of a web page. Copy it from the browser’s address bar; it starts with https://.',
  },
  ADDRESS_NOT_ALLOWED: {
    id: 'problem.ADDRESS_NOT_ALLOWED',
    defaultMessage: 'This address is not on the public internet. Use the address of a page that everyone can open.',
  },
  UNREACHABLE: {
    id: 'problem.UNREACHABLE',
    defaultMessage: 'The site did not answer. Check the address for a typing error, or try again in a few minutes.',
  },
  TIMED_OUT: {
    id: 'problem.TIMED_OUT',
    defaultMessage: 'The site took too long to answer. Try again in a few minutes.',
  },
  NOT_FOUND: {
    id: 'problem.NOT_FOUND',
    defaultMessage:
      'There is no page at this address any more. Look for the recipe on the site and copy its new address.',
  },
  SITE_BLOCKED: {
    id: 'problem.SITE_BLOCKED',
    defaultMessage:
      'This site does not let other services read its pages. Open the page in your browser to use the recipe there.',
  },
  SITE_ERROR: {
    id: 'problem.SITE_ERROR',
    defaultMessage: 'The site answered with an error of its own. Try again later.',
  },
  TOO_LARGE: {
    id: 'problem.TOO_LARGE',
    defaultMessage:
      'This page is too large to be read as a recipe. Use the address of the recipe itself, not of a collection.',
  },
  TOO_MANY_REDIRECTS: {
    id: 'problem.TOO_MANY_REDIRECTS',
    defaultMessage:
      'The address leads from page to page without an end. Open it in your browser and copy the address you arrive at.',
  },
  NOT_A_PAGE: {
    id: 'problem.NOT_A_PAGE',
    defaultMessage:
      'There is a file behind this address, not a web page. Use the address of a page that shows the recipe as text.',
  },
  NOT_A_RECIPE: {
    id: 'problem.NOT_A_RECIPE',
    defaultMessage:
      'We found no recipe on this page. Open the recipe itself, not a list or an article, and copy its address.',
  },
  PART_MISSING: {
    id: 'problem.PART_MISSING',
    defaultMessage:
      'This recipe is not on its page any more, or has another name there. Open the page in your browser and look for it.',
  },
  INTERRUPTED: {
    id: 'problem.INTERRUPTED',
    defaultMessage: 'The import was interrupted on our side. Try again.',
  },
  UNREADABLE_PICTURE: {
    id: 'problem.UNREADABLE_PICTURE',
    defaultMessage:
      'This picture cannot be opened; it may be cut off or damaged. Take it again, or save it as JPEG, and try again.',
  },
  UNSUPPORTED_PICTURE: {
    id: 'problem.UNSUPPORTED_PICTURE',
    defaultMessage: 'This kind of picture cannot be read. Save it as JPEG or PNG and try again.',
  },
  PICTURE_TOO_LARGE: {
    id: 'problem.PICTURE_TOO_LARGE',
    defaultMessage: 'This picture has too many pixels. Use a smaller copy of at most 60 megapixels.',
  },
  NO_TEXT_IN_PICTURE: {
    id: 'problem.NO_TEXT_IN_PICTURE',
    defaultMessage:
      'We found no text in this picture. Take it again from above, in good light, so that the recipe fills it, and try again.',
  },
  NO_RECIPE_IN_PICTURE: {
    id: 'problem.NO_RECIPE_IN_PICTURE',
    defaultMessage:
      'We could read this picture, but found no recipe in it. Use a picture that shows the ingredients or the steps.',
  },
  UNREADABLE_FILE: {
    id: 'problem.UNREADABLE_FILE',
    defaultMessage:
      'This file cannot be opened; it may be damaged, or not what its name says. Save or export it again and try again.',
  },
  UNSUPPORTED_FILE: {
    id: 'problem.UNSUPPORTED_FILE',
    defaultMessage:
      'This kind of file cannot be read. Use a PDF, a Word, OpenDocument, RTF, text, HTML or EPUB file, or another recipe app’s export.',
  },
  ENCRYPTED_FILE: {
    id: 'problem.ENCRYPTED_FILE',
    defaultMessage: 'This file is protected by a password. Save a copy without the password and try again.',
  },
  FILE_TOO_LARGE: {
    id: 'problem.FILE_TOO_LARGE',
    defaultMessage: 'This file holds more than can be read at once. Split it into smaller files and try again.',
  },
  NO_RECIPE_IN_FILE: {
    id: 'problem.NO_RECIPE_IN_FILE',
    defaultMessage: 'We found no recipe in this file. Use a file that holds the ingredients or the steps as text.',
  },
  READING_TIMED_OUT: {
    id: 'problem.READING_TIMED_OUT',
    defaultMessage: 'This upload took too long to read. Try again with a smaller file or a clearer picture.',
  },
  NO_TEXT_RECOGNITION: {
    id: 'problem.NO_TEXT_RECOGNITION',
    defaultMessage:
      'Pictures cannot be read here, because tesseract is not installed. Use a file with text, or install tesseract-ocr and try again.',
  },
  UPLOAD_MISSING: {
    id: 'problem.UPLOAD_MISSING',
    defaultMessage:
      'This upload is no longer there. Choose the picture or file again, or send the page again, then try again.',
  },
  READER_FAILED: {
    id: 'problem.READER_FAILED',
    defaultMessage:
      'Our reader stumbled over this recipe. The mistake is ours and trying again at once will not help: write the recipe down by hand, or try again in some days.',
  },
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
  show: { OFFLINE: offline.again, UNKNOWN: problemMessages.GET_FAILED },
  save: { OFFLINE: offline.save, UNKNOWN: problemMessages.UPDATE_FAILED },
  note: { OFFLINE: offline.note, UNKNOWN: problemMessages.UPDATE_FAILED },
  blank: { OFFLINE: offline.again, UNKNOWN: problemMessages.CREATE_BLANK_FAILED },
  copy: { OFFLINE: offline.again, UNKNOWN: problemMessages.COPY_FAILED },
  delete: { OFFLINE: offline.delete, UNKNOWN: problemMessages.DELETE_FAILED },
  account: { OFFLINE: offline.delete, UNKNOWN: unknown.account },
  export: { OFFLINE: offline.again, UNKNOWN: unknown.export },
  print: { OFFLINE: offline.again, UNKNOWN: unknown.print },
}

/** A problem, or what a failed recipe says of itself. */
export interface Trouble {
  /** Null, or one that this build does not know, counts as UNKNOWN. */
  readonly code: string | null
  /** Of RECIPE_NOT_FOUND the id, of LIMIT_REACHED the moment when there is more. */
  readonly detail?: string | null
}

/**
 * The sentence for what went wrong in a situation, in the reader's language. The server's own words, which are English,
 * are not said: where the code says nothing, its situation tells what failed.
 */
export function describeProblem(intl: IntlShape, situation: Situation, { code, detail = null }: Trouble): string {
  if (code === 'RECIPE_NOT_FOUND' && detail !== null) return intl.formatMessage(notFoundById, { id: detail })
  if (code === 'LIMIT_REACHED' && detail !== null && !Number.isNaN(Date.parse(detail))) {
    return intl.formatMessage(limitUntil, { time: new Date(detail) })
  }
  if (isFixed(code)) return intl.formatMessage(problemMessages[code])
  const messages = situationalMessages[situation]
  if (code === 'OFFLINE') return intl.formatMessage(messages.OFFLINE)
  return intl.formatMessage(messages.UNKNOWN)
}

function isFixed(code: string | null): code is keyof typeof problemMessages {
  return code !== null && Object.hasOwn(problemMessages, code)
}
