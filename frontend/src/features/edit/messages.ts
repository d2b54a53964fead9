import { defineMessages, type IntlShape, type MessageDescriptor } from 'react-intl'
import { describeProblem } from '../../shared/i18n/problem-messages'
import type { DraftProblem } from '../../shared/lib/editing/draft'
import type { Problem, ProblemCode } from '../../shared/lib/errors'
import type { NutritionValues } from '../../shared/lib/recipe/recipe-content'

const problemMessages: Record<DraftProblem['code'], MessageDescriptor> = defineMessages({
  TOO_LONG: {
    id: 'edit.problem.TOO_LONG',
    defaultMessage: '{length, number} characters; the limit is {limit, number}. Shorten it.',
  },
  TOO_MANY: {
    id: 'edit.problem.TOO_MANY',
    defaultMessage: '{length, number} entries; the limit is {limit, number}. Remove some.',
  },
  TOO_LARGE: { id: 'edit.problem.TOO_LARGE', defaultMessage: 'Enter a number up to {limit, number}.' },
  EMPTY: { id: 'edit.problem.EMPTY', defaultMessage: 'Enter a title.' },
  NOT_A_NUMBER: { id: 'edit.problem.NOT_A_NUMBER', defaultMessage: 'Enter a whole number, like 4.' },
  NOT_A_TIME: {
    id: 'edit.problem.NOT_A_TIME',
    defaultMessage: 'Enter hours and minutes as whole numbers, like 1 and 30.',
  },
  NOT_AN_ADDRESS: {
    id: 'edit.problem.NOT_AN_ADDRESS',
    defaultMessage: 'Enter a link like https://example.com/soup, or leave it empty.',
  },
  HEADING_ALONE: {
    id: 'edit.problem.HEADING_ALONE',
    defaultMessage: 'Add an ingredient under this heading, or remove it.',
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
    defaultMessage: 'This page no longer exists. Find its new link and add it under “Edit”.',
  },
  SITE_BLOCKED: {
    id: 'again.SITE_BLOCKED',
    defaultMessage: 'The site blocked us; it may need a sign-in now. Open the page in your browser to compare.',
  },
  NOT_A_RECIPE: {
    id: 'again.NOT_A_RECIPE',
    defaultMessage:
      'The recipe is no longer on this page, or the page now needs a sign-in. Open it in your browser to compare.',
  },
  NOT_A_PAGE: {
    id: 'again.NOT_A_PAGE',
    defaultMessage: 'This link now leads to a file, not a page. Open it in your browser to compare.',
  },
  ADDRESS_NOT_ALLOWED: {
    id: 'again.ADDRESS_NOT_ALLOWED',
    defaultMessage: 'We can’t reach this link from here. Open it in your browser to compare.',
  },
  INVALID_URL: {
    id: 'again.INVALID_URL',
    defaultMessage: 'This recipe’s source isn’t a web page. Add its link under “Edit”.',
  },
  UNREACHABLE: {
    id: 'again.UNREACHABLE',
    defaultMessage: 'The site didn’t respond. Try again in a few minutes.',
  },
  TOO_LARGE: {
    id: 'again.TOO_LARGE',
    defaultMessage: 'The page is now too large for us. Open it in your browser to compare.',
  },
  UNKNOWN: { id: 'again.UNKNOWN', defaultMessage: 'We couldn’t check the page. Try again in a moment.' },
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
  carbs: { id: 'edit.nutrition.carbs', defaultMessage: 'Carbs' },
  protein: { id: 'edit.nutrition.protein', defaultMessage: 'Protein' },
})
