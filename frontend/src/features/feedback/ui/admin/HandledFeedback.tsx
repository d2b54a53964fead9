import { type FormEvent, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Link } from 'react-router'
import { useFeedbackApi } from '../../../../shared/api/feedback-api'
import { partMessages } from '../../../../shared/i18n/part-messages'
import {
  type AdminFeedback,
  FEEDBACK_STATUSES,
  type FeedbackStatus,
  lengthOf,
  MOST_TEXT,
} from '../../../../shared/lib/feedback/feedback'
import { paths } from '../../../../shared/lib/routing/paths'
import { Button } from '../../../../shared/ui/Button'
import { SelectField } from '../../../../shared/ui/SelectField'
import { TextArea } from '../../../../shared/ui/TextArea'
import { useTask } from '../../../../shared/ui/useTask'
import { statusMessages, typeMessages } from '../../messages'
import { Day, ProblemAlert, StatusMark, Words } from '../parts'
import { ReadThen } from './ReadThen'

interface HandledFeedbackProps {
  feedback: AdminFeedback
  onChanged: (feedback: AdminFeedback) => void
}

/** Someone's feedback with the form for answer and note. */
export function HandledFeedback({ feedback, onChanged }: HandledFeedbackProps) {
  const { wrongPart, recipeId, email, reading } = feedback
  return (
    <li data-feedback={feedback.id} className="rounded-3xl border border-line bg-surface p-5">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
        <p className="text-sm text-muted">
          <FormattedMessage {...typeMessages[feedback.type]} /> · <Day of={feedback.createdAt} /> ·{' '}
          {feedback.createdBy === null ? (
            <FormattedMessage id="feedback.admin.guest" defaultMessage="a guest" />
          ) : (
            <FormattedMessage id="feedback.admin.member" defaultMessage="a member" />
          )}
        </p>
        <StatusMark status={feedback.status ?? 'NEW'} />
      </div>
      <Words>{feedback.message ?? ''}</Words>
      <ul className="mt-2 flex flex-wrap gap-x-4 text-sm">
        {email !== null && (
          <li>
            <a href={`mailto:${encodeURIComponent(email)}`} className="wrap-anywhere underline underline-offset-4">
              {email}
            </a>
          </li>
        )}
        {recipeId !== null && (
          <li>
            <Link to={paths.recipe(recipeId)} className="underline underline-offset-4">
              <FormattedMessage id="feedback.recipe" defaultMessage="Recipe" />
            </Link>
          </li>
        )}
        {wrongPart !== null && (
          <li>
            <FormattedMessage
              id="feedback.admin.wrong"
              defaultMessage="Import mistake: {part}"
              values={{ part: <FormattedMessage {...partMessages[wrongPart]} /> }}
            />
          </li>
        )}
      </ul>
      {reading !== null && <ReadThen reading={reading} />}
      <AnswerForm key={feedback.version} feedback={feedback} onChanged={onChanged} />
    </li>
  )
}

function AnswerForm({ feedback, onChanged }: HandledFeedbackProps) {
  const intl = useIntl()
  const api = useFeedbackApi()
  const [answer, setAnswer] = useState(feedback.answer ?? '')
  const [note, setNote] = useState(feedback.note ?? '')
  const [status, setStatus] = useState<FeedbackStatus | null>(null)
  const isTooLong = lengthOf(answer) > MOST_TEXT || lengthOf(note) > MOST_TEXT
  // Adding an answer sets the status to ANSWERED unless chosen otherwise.
  const answered = answer.trim() !== '' && answer.trim() !== (feedback.answer ?? '')
  const shown = status ?? (answered ? 'ANSWERED' : (feedback.status ?? 'NEW'))
  const { busy, problem, run } = useTask(async () => {
    const { id, version } = feedback
    onChanged(await api.answer({ id, version, status: shown, answer: textOrNone(answer), note: textOrNone(note) }))
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!busy && !isTooLong) void run()
  }
  const tooLong = intl.formatMessage(
    { id: 'feedback.admin.tooLong', defaultMessage: 'Use up to {most, number} characters.' },
    { most: MOST_TEXT },
  )
  return (
    <details className="mt-4 border-t border-line pt-2">
      <summary className="w-fit rounded py-2 font-semibold">
        <FormattedMessage id="feedback.admin.answer" defaultMessage="Reply" />
      </summary>
      <form noValidate data-form="answer" onSubmit={submit} className="mt-2 flex flex-col gap-4">
        <TextArea
          label={<FormattedMessage id="feedback.admin.answer.label" defaultMessage="Reply (visible to the sender)" />}
          name="answer"
          rows={3}
          value={answer}
          problem={lengthOf(answer) > MOST_TEXT ? tooLong : null}
          onChange={({ target }) => setAnswer(target.value)}
        />
        <TextArea
          label={<FormattedMessage id="feedback.admin.note.label" defaultMessage="Internal note" />}
          name="note"
          rows={2}
          value={note}
          problem={lengthOf(note) > MOST_TEXT ? tooLong : null}
          onChange={({ target }) => setNote(target.value)}
        />
        <SelectField
          label={<FormattedMessage id="feedback.admin.status" defaultMessage="Status" />}
          name="status"
          options={FEEDBACK_STATUSES.map((known) => [known, intl.formatMessage(statusMessages[known])])}
          value={shown}
          onChoose={setStatus}
        />
        <ProblemAlert problem={problem} />
        <Button type="submit" aria-disabled={busy} className="self-start">
          <FormattedMessage id="feedback.save" defaultMessage="Save" />
        </Button>
      </form>
    </details>
  )
}

function textOrNone(text: string): string | null {
  return text.trim() === '' ? null : text.trim()
}
