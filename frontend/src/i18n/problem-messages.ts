import { defineMessage, defineMessages, type IntlShape, type MessageDescriptor } from 'react-intl'
import type { Problem, ProblemCode } from '../lib/problem'

/** What happened and what to do, for every code that the server or the way to it can answer with. */
export const problemMessages: Record<ProblemCode, MessageDescriptor> = defineMessages({
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
    defaultMessage: 'This upload is no longer there. Choose the picture or file again, then try again.',
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
  OFFLINE: {
    id: 'problem.OFFLINE',
    defaultMessage: 'Zest could not be reached. Your address is kept; it is sent again as soon as you are connected.',
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
  UNKNOWN: {
    id: 'problem.UNKNOWN',
    defaultMessage: 'That did not work. Try again in a moment.',
  },
})

const notFoundById: MessageDescriptor = defineMessage({
  id: 'recipe.notFound.text',
  defaultMessage: 'Recipe with id {id} not found',
})

/** The sentence for a problem: ours where its code is known, else what the server said. */
export function sentenceOf(intl: IntlShape, { code, detail }: Problem): string {
  if (code === 'RECIPE_NOT_FOUND' && detail !== null) return intl.formatMessage(notFoundById, { id: detail })
  if (code === 'UNKNOWN' && detail !== null) return detail
  return intl.formatMessage(problemMessages[code])
}

/** The sentence for a code; one that this build does not know yet is told in the server's own words. */
export function describeProblem(intl: IntlShape, code: string | null, details: string | null): string {
  if (code !== null && Object.hasOwn(problemMessages, code)) {
    return intl.formatMessage(problemMessages[code as ProblemCode])
  }
  return details ?? intl.formatMessage(problemMessages.UNKNOWN)
}

/** What stays as it is however often the same address or the same bytes are tried. */
const FINAL: readonly (string | null)[] = [
  'INVALID_URL',
  'ADDRESS_NOT_ALLOWED',
  'UNREADABLE_PICTURE',
  'UNSUPPORTED_PICTURE',
  'PICTURE_TOO_LARGE',
  'NO_TEXT_IN_PICTURE',
  'NO_RECIPE_IN_PICTURE',
  'UNREADABLE_FILE',
  'UNSUPPORTED_FILE',
  'ENCRYPTED_FILE',
  'FILE_TOO_LARGE',
  'NO_RECIPE_IN_FILE',
  'UPLOAD_MISSING',
  'UPLOAD_REFUSED',
  'UPLOAD_USED',
] satisfies readonly ProblemCode[]

/** Whether a failed import is worth the same once more. */
export function mayTryAgain(code: string | null): boolean {
  return !FINAL.includes(code)
}
