import { FormattedMessage, useIntl } from 'react-intl'
import {
  FEEDBACK_TYPES,
  type FeedbackType,
  isEmailOrNothing,
  lengthOf,
  MAX_TEXT,
  messageProblem,
} from '../../../shared/lib/feedback/feedback'
import { SelectField } from '../../../shared/ui/SelectField'
import { TextArea } from '../../../shared/ui/TextArea'
import { TextInput } from '../../../shared/ui/TextInput'
import type { Form, FormProblems } from '../../../shared/ui/useForm'
import { typeMessages } from '../messages'

export interface Written {
  readonly type: FeedbackType
  readonly message: string
  readonly email: string
}

/** Returns the validation of a form: a message per invalid field. */
export function useFeedbackChecks(): (written: Written) => FormProblems<Written> {
  const tooLong = useTooLong()
  const intl = useIntl()
  return ({ message, email }) => ({
    message:
      messageProblem(message) === 'empty'
        ? intl.formatMessage({ id: 'feedback.message.empty', defaultMessage: 'Enter a message.' })
        : tooLong(message),
    email: isEmailOrNothing(email)
      ? null
      : intl.formatMessage({
          id: 'feedback.email.wrong',
          defaultMessage: 'Enter a valid email, or leave the field empty.',
        }),
  })
}

/** Returns the problem of a message that is too long, or null. */
function useTooLong(): (message: string) => string | null {
  const intl = useIntl()
  return (message) =>
    messageProblem(message) === 'long'
      ? intl.formatMessage(
          {
            id: 'feedback.message.tooLong',
            defaultMessage:
              'A message can have up to {most, number} characters; this one has {count, number}. Shorten it to send it.',
          },
          { most: MAX_TEXT, count: lengthOf(message) },
        )
      : null
}

/** Type, message and optional email. Shows while typing that a message is too long. */
export function FeedbackFields({ form }: { form: Form<Written> }) {
  const intl = useIntl()
  const tooLong = useTooLong()
  const message = form.field('message')
  const length = lengthOf(message.value)
  return (
    <>
      <SelectField
        label={<FormattedMessage id="feedback.type" defaultMessage="What’s it about?" />}
        name="type"
        options={FEEDBACK_TYPES.map((type) => [type, intl.formatMessage(typeMessages[type])])}
        value={form.values.type}
        onChoose={(type) => form.set({ type })}
      />
      <TextArea
        label={<FormattedMessage id="feedback.message" defaultMessage="Your message" />}
        rows={6}
        {...message}
        problem={tooLong(message.value) ?? message.problem}
        hint={
          length > MAX_TEXT - 500 && (
            <FormattedMessage
              id="feedback.message.left"
              defaultMessage="{count, plural, one {# character} other {# characters}} left"
              values={{ count: MAX_TEXT - length }}
            />
          )
        }
      />
      <TextInput
        label={<FormattedMessage id="feedback.email" defaultMessage="Email (optional)" />}
        type="email"
        autoComplete="email"
        {...form.field('email')}
        below={
          <p className="text-sm text-muted">
            <FormattedMessage
              id="feedback.email.why"
              defaultMessage="Add it if you’d like a reply by email. Replies also appear here."
            />
          </p>
        }
      />
    </>
  )
}
