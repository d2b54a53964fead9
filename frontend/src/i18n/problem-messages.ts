import { defineMessage, defineMessages, type IntlShape, type MessageDescriptor } from 'react-intl'
import { isImportProblem, type Problem, type ProblemCode } from '../lib/problem'

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

/** Whether a failed import is worth the same address once more. */
export function mayTryAgain(code: string | null): boolean {
  return !(isImportProblem(code) && (code === 'INVALID_URL' || code === 'ADDRESS_NOT_ALLOWED'))
}
