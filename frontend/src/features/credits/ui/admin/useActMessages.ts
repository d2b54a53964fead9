import { defineMessages, type MessageDescriptor, useIntl } from 'react-intl'
import { type ActProblem, LONGEST_REASON, MOST_CREDITS } from '../../model/act'

const messages: Readonly<Record<'credits' | 'missing' | 'tooLong', MessageDescriptor>> = defineMessages({
  credits: {
    id: 'admin.credits.wrong',
    defaultMessage: 'Enter a whole number from 1 to {most, number}.',
  },
  missing: {
    id: 'admin.reason.missing',
    defaultMessage: 'Enter a reason. It’s logged with your name and the time.',
  },
  tooLong: {
    id: 'admin.reason.tooLong',
    defaultMessage: 'The reason can have up to {longest, number} characters.',
  },
})

/** Validation messages of an admin action. */
export function useActMessages() {
  const intl = useIntl()
  return {
    ofCredits: (found: ReadonlySet<ActProblem>): string | null =>
      found.has('credits') ? intl.formatMessage(messages.credits, { most: MOST_CREDITS }) : null,
    ofReason: (found: ReadonlySet<ActProblem>): string | null => {
      if (found.has('reason-missing')) return intl.formatMessage(messages.missing)
      return found.has('reason-too-long') ? intl.formatMessage(messages.tooLong, { longest: LONGEST_REASON }) : null
    },
  }
}
