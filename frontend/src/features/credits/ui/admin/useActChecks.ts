import { defineMessages, type MessageDescriptor, useIntl } from 'react-intl'
import { creditsOf, LONGEST_REASON, MAX_CREDITS } from '../../model/act'

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

/** Checks of the fields of an admin action: each returns a message, or null if the value is valid. */
export function useActChecks() {
  const intl = useIntl()
  return {
    credits: (typed: string): string | null =>
      creditsOf(typed) === null ? intl.formatMessage(messages.credits, { most: MAX_CREDITS }) : null,
    reason: (typed: string): string | null => {
      const { length } = [...typed.trim()]
      if (length === 0) return intl.formatMessage(messages.missing)
      return length > LONGEST_REASON ? intl.formatMessage(messages.tooLong, { longest: LONGEST_REASON }) : null
    },
  }
}
