import { defineMessages, type IntlShape, type MessageDescriptor } from 'react-intl'
import { describeProblem } from '../../shared/i18n/problem-messages'
import type { DraftProblem } from '../../shared/lib/editing/draft'
import type { Problem, ProblemCode } from '../../shared/lib/errors'
import type { NutritionValues } from '../../shared/lib/recipe/recipe-content'

const problemMessages: Record<DraftProblem['code'], MessageDescriptor> = defineMessages({
  TOO_LONG: {
    id: 'edit.problem.TOO_LONG',
    defaultMessage: 'This has {length, number} characters; at most {limit, number} are kept. Shorten it.',
  },
  TOO_MANY: {
    id: 'edit.problem.TOO_MANY',
    defaultMessage: 'There are {length, number}; at most {limit, number} are kept. Remove some.',
  },
  TOO_LARGE: { id: 'edit.problem.TOO_LARGE', defaultMessage: 'Write a number of at most {limit, number}.' },
  EMPTY: { id: 'edit.problem.EMPTY', defaultMessage: 'Give the recipe a title.' },
  NOT_A_NUMBER: { id: 'edit.problem.NOT_A_NUMBER', defaultMessage: 'Write a whole number, for instance 4.' },
  NOT_A_TIME: {
    id: 'edit.problem.NOT_A_TIME',
    defaultMessage: 'Write hours and minutes as whole numbers, for instance 1 and 30.',
  },
  NOT_AN_ADDRESS: {
    id: 'edit.problem.NOT_AN_ADDRESS',
    defaultMessage:
      'This is not a web address. It looks like https://example.com/soup; leave it empty if there is none.',
  },
  HEADING_ALONE: {
    id: 'edit.problem.HEADING_ALONE',
    defaultMessage: 'There is no ingredient below this heading. Add one or remove the heading.',
  },
})

export function describeFieldProblem(intl: IntlShape, problem: DraftProblem): string {
  const { code, ...values } = problem
  return intl.formatMessage(problemMessages[code], values)
}

/** Messages for a page that can no longer be read. */
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

export const nutritionNames: Record<keyof NutritionValues, MessageDescriptor> = defineMessages({
  calories: { id: 'edit.nutrition.calories', defaultMessage: 'Calories' },
  fat: { id: 'edit.nutrition.fat', defaultMessage: 'Fat' },
  carbs: { id: 'edit.nutrition.carbs', defaultMessage: 'Carbohydrates' },
  protein: { id: 'edit.nutrition.protein', defaultMessage: 'Protein' },
})
