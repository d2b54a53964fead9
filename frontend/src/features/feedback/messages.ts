import { defineMessages, type IntlShape, type MessageDescriptor } from 'react-intl'
import { describeProblem } from '../../shared/i18n/problem-messages'
import type { Problem } from '../../shared/lib/errors'
import type { FeedbackStatus, FeedbackType } from '../../shared/lib/feedback/feedback'

export const typeMessages: Readonly<Record<FeedbackType, MessageDescriptor>> = defineMessages({
  SUGGESTION: { id: 'feedback.type.SUGGESTION', defaultMessage: 'Suggestion' },
  FEATURE_REQUEST: { id: 'feedback.type.FEATURE_REQUEST', defaultMessage: 'Feature request' },
  BUG_REPORT: { id: 'feedback.type.BUG_REPORT', defaultMessage: 'Problem' },
  QUESTION: { id: 'feedback.type.QUESTION', defaultMessage: 'Question' },
  GENERAL_FEEDBACK: { id: 'feedback.type.GENERAL_FEEDBACK', defaultMessage: 'General feedback' },
  OTHER: { id: 'feedback.type.OTHER', defaultMessage: 'Something else' },
})

export const statusMessages: Readonly<Record<FeedbackStatus, MessageDescriptor>> = defineMessages({
  NEW: { id: 'feedback.status.NEW', defaultMessage: 'No reply yet' },
  ANSWERED: { id: 'feedback.status.ANSWERED', defaultMessage: 'Replied' },
  CLOSED: { id: 'feedback.status.CLOSED', defaultMessage: 'Closed' },
})

const problems = defineMessages({
  OFFLINE: {
    id: 'feedback.problem.OFFLINE',
    defaultMessage: 'Can’t reach Zest. Your text is kept on this device; send it again when you’re online.',
  },
  CONFLICT: {
    id: 'feedback.problem.CONFLICT',
    defaultMessage: 'This changed in the meantime. Reload the page before you edit it.',
  },
  UNAUTHORIZED: {
    id: 'feedback.problem.UNAUTHORIZED',
    defaultMessage: 'Your session expired, or you don’t have access. Sign in and try again.',
  },
  UNKNOWN: {
    id: 'feedback.problem.UNKNOWN',
    defaultMessage: 'That didn’t work. Your text is kept on this device; try again in a moment.',
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
