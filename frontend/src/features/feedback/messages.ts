import { defineMessages, type IntlShape, type MessageDescriptor } from 'react-intl'
import { describeProblem } from '../../shared/i18n/problem-messages'
import type { Problem } from '../../shared/lib/errors'
import type { FeedbackStatus, FeedbackType } from '../../shared/lib/feedback/feedback'

export const typeMessages: Readonly<Record<FeedbackType, MessageDescriptor>> = defineMessages({
  SUGGESTION: { id: 'feedback.type.SUGGESTION', defaultMessage: 'Something could be better' },
  FEATURE_REQUEST: { id: 'feedback.type.FEATURE_REQUEST', defaultMessage: 'Something is missing' },
  BUG_REPORT: { id: 'feedback.type.BUG_REPORT', defaultMessage: 'Something does not work' },
  QUESTION: { id: 'feedback.type.QUESTION', defaultMessage: 'A question' },
  GENERAL_FEEDBACK: { id: 'feedback.type.GENERAL_FEEDBACK', defaultMessage: 'Praise or blame' },
  OTHER: { id: 'feedback.type.OTHER', defaultMessage: 'Something else' },
})

export const statusMessages: Readonly<Record<FeedbackStatus, MessageDescriptor>> = defineMessages({
  NEW: { id: 'feedback.status.NEW', defaultMessage: 'Not answered yet' },
  ANSWERED: { id: 'feedback.status.ANSWERED', defaultMessage: 'Answered' },
  CLOSED: { id: 'feedback.status.CLOSED', defaultMessage: 'Closed' },
})

const problems = defineMessages({
  OFFLINE: {
    id: 'feedback.problem.OFFLINE',
    defaultMessage:
      'Zest could not be reached. What you wrote is kept on this device; send it again once you are connected.',
  },
  CONFLICT: {
    id: 'feedback.problem.CONFLICT',
    defaultMessage: 'This was changed elsewhere in the meantime. Load the page again before you change it.',
  },
  UNAUTHORIZED: {
    id: 'feedback.problem.UNAUTHORIZED',
    defaultMessage: 'Your session has ended, or this is not yours. Sign in again and try once more.',
  },
  UNKNOWN: {
    id: 'feedback.problem.UNKNOWN',
    defaultMessage: 'That did not work. What you wrote is kept on this device; try again in a moment.',
  },
})

/** Feedback problem text: what happened and what to do. */
export function describeFeedbackProblem(intl: IntlShape, problem: Problem): string {
  const { code } = problem
  if (code === 'OFFLINE' || code === 'CONFLICT' || code === 'UNAUTHORIZED' || code === 'UNKNOWN') {
    return intl.formatMessage(problems[code])
  }
  return describeProblem(intl, 'account', problem)
}
