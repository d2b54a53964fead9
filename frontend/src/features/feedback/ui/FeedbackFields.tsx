import { FormattedMessage, useIntl } from 'react-intl'
import {
  FEEDBACK_TYPES,
  type FeedbackType,
  isEmailOrNothing,
  lengthOf,
  MOST_TEXT,
  messageProblem,
} from '../../../shared/lib/feedback/feedback'
import { SelectField } from '../../../shared/ui/SelectField'
import { TextArea } from '../../../shared/ui/TextArea'
import { TextInput } from '../../../shared/ui/TextInput'
import { typeMessages } from '../messages'

export interface Written {
  readonly type: FeedbackType
  readonly message: string
  readonly email: string
}

interface FeedbackFieldsProps {
  value: Written
  onChange: (value: Written) => void
  /** Whether to show problems; set by the first attempt to send. */
  checked: boolean
}

/** Whether the form is valid. */
export function canBeSent({ message, email }: Written): boolean {
  return messageProblem(message) === null && isEmailOrNothing(email)
}

/** Type, message and optional email. */
export function FeedbackFields({ value, onChange, checked }: FeedbackFieldsProps) {
  const intl = useIntl()
  const length = lengthOf(value.message)
  const wrong = messageProblem(value.message)
  const tooLong = intl.formatMessage(
    {
      id: 'feedback.message.tooLong',
      defaultMessage:
        'A message can have up to {most, number} characters; this one has {count, number}. Shorten it to send it.',
    },
    { most: MOST_TEXT, count: length },
  )
  const empty = intl.formatMessage({ id: 'feedback.message.empty', defaultMessage: 'Enter a message.' })
  return (
    <>
      <SelectField
        label={<FormattedMessage id="feedback.type" defaultMessage="What’s it about?" />}
        name="type"
        options={FEEDBACK_TYPES.map((type) => [type, intl.formatMessage(typeMessages[type])])}
        value={value.type}
        onChoose={(type) => onChange({ ...value, type })}
      />
      <TextArea
        label={<FormattedMessage id="feedback.message" defaultMessage="Your message" />}
        name="message"
        rows={6}
        value={value.message}
        problem={wrong === 'long' ? tooLong : checked && wrong === 'empty' ? empty : null}
        hint={
          length > MOST_TEXT - 500 && (
            <FormattedMessage
              id="feedback.message.left"
              defaultMessage="{count, plural, one {# character} other {# characters}} left"
              values={{ count: MOST_TEXT - length }}
            />
          )
        }
        onChange={({ target }) => onChange({ ...value, message: target.value })}
      />
      <TextInput
        label={<FormattedMessage id="feedback.email" defaultMessage="Email (optional)" />}
        name="email"
        type="email"
        autoComplete="email"
        value={value.email}
        problem={
          checked && !isEmailOrNothing(value.email)
            ? intl.formatMessage({
                id: 'feedback.email.wrong',
                defaultMessage: 'Enter a valid email, or leave the field empty.',
              })
            : null
        }
        below={
          <p className="text-sm text-muted">
            <FormattedMessage
              id="feedback.email.why"
              defaultMessage="Add it if you’d like a reply by email. Replies also appear here."
            />
          </p>
        }
        onChange={({ target }) => onChange({ ...value, email: target.value })}
      />
    </>
  )
}
