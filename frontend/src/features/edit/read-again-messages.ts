import { defineMessages, type IntlShape, type MessageDescriptor } from 'react-intl'
import { describeProblem } from '../../shared/i18n/problem-messages'
import type { Problem, ProblemCode } from '../../shared/lib/errors'

/** What has become of a page that was a recipe once; the recipe is there all the same. */
const messages = defineMessages({
  NOT_FOUND: {
    id: 'again.NOT_FOUND',
    defaultMessage:
      'The page is gone: the site has nothing at this address any more. Look for it there, and put its new address under “Edit”.',
  },
  SITE_BLOCKED: {
    id: 'again.SITE_BLOCKED',
    defaultMessage:
      'The site does not let this page be read; it may ask for a login by now. Open it in your browser to compare.',
  },
  NOT_A_RECIPE: {
    id: 'again.NOT_A_RECIPE',
    defaultMessage:
      'There is no recipe on this page any more, or it stands behind a login by now. Open it in your browser to compare.',
  },
  NOT_A_PAGE: {
    id: 'again.NOT_A_PAGE',
    defaultMessage: 'There is a file at this address by now, not a page. Open it in your browser to compare.',
  },
  ADDRESS_NOT_ALLOWED: {
    id: 'again.ADDRESS_NOT_ALLOWED',
    defaultMessage: 'Only your browser reaches this address, so Zest cannot read it again. Open it there to compare.',
  },
  INVALID_URL: {
    id: 'again.INVALID_URL',
    defaultMessage: 'The source of this recipe is not the address of a web page. Put the right one under “Edit”.',
  },
  UNREACHABLE: {
    id: 'again.UNREACHABLE',
    defaultMessage: 'The site did not answer. Try again in a few minutes.',
  },
  TOO_LARGE: {
    id: 'again.TOO_LARGE',
    defaultMessage: 'The page is too large to be read by now. Open it in your browser to compare.',
  },
  UNKNOWN: { id: 'again.UNKNOWN', defaultMessage: 'The page could not be read again. Try again in a moment.' },
}) satisfies Partial<Record<ProblemCode, MessageDescriptor>>

/** Why a page could not be read again, and what to do. */
export function describeReadAgainProblem(intl: IntlShape, problem: Problem): string {
  const { code } = problem
  return isOurs(code) ? intl.formatMessage(messages[code]) : describeProblem(intl, 'show', problem)
}

function isOurs(code: ProblemCode): code is keyof typeof messages {
  return Object.hasOwn(messages, code)
}
