import { FormattedMessage, useIntl } from 'react-intl'
import { Link } from 'react-router'
import { useFeedbackApi } from '../../../../shared/api/feedback-api'
import { partMessages } from '../../../../shared/i18n/part-messages'
import {
  type AdminFeedback,
  FEEDBACK_STATUSES,
  type FeedbackStatus,
  lengthOf,
  MAX_TEXT,
} from '../../../../shared/lib/feedback/feedback'
import { paths } from '../../../../shared/lib/routing/paths'
import { Button } from '../../../../shared/ui/Button'
import { SelectField } from '../../../../shared/ui/SelectField'
import { TextArea } from '../../../../shared/ui/TextArea'
import { useForm } from '../../../../shared/ui/useForm'
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
  const tooLong = (text: string) =>
    lengthOf(text) > MAX_TEXT
      ? intl.formatMessage(
          { id: 'feedback.admin.tooLong', defaultMessage: 'Use up to {most, number} characters.' },
          { most: MAX_TEXT },
        )
      : null
  const { busy, problem, run } = useTask(async () => {
    const { id, version } = feedback
    onChanged(await api.answer({ id, version, status: shown, answer: textOrNone(answer), note: textOrNone(note) }))
  })
  const form = useForm({
    initial: { answer: feedback.answer ?? '', note: feedback.note ?? '', status: null as FeedbackStatus | null },
    check: ({ answer, note }) => ({ answer: tooLong(answer), note: tooLong(note) }),
    busy,
    onSubmit: () => void run(),
  })
  const { answer, note, status } = form.values
  // A new or changed answer sets the status to ANSWERED, unless another one is chosen.
  const answered = answer.trim() !== '' && answer.trim() !== (feedback.answer ?? '')
  const shown = status ?? (answered ? 'ANSWERED' : (feedback.status ?? 'NEW'))
  return (
    <details className="mt-4 border-t border-line pt-2">
      <summary className="w-fit rounded py-2 font-semibold">
        <FormattedMessage id="feedback.admin.answer" defaultMessage="Reply" />
      </summary>
      <form noValidate data-form="answer" onSubmit={form.onSubmit} className="mt-2 flex flex-col gap-4">
        <TextArea
          label={<FormattedMessage id="feedback.admin.answer.label" defaultMessage="Reply (visible to the sender)" />}
          rows={3}
          {...form.field('answer')}
          problem={tooLong(answer)}
        />
        <TextArea
          label={<FormattedMessage id="feedback.admin.note.label" defaultMessage="Internal note" />}
          rows={2}
          {...form.field('note')}
          problem={tooLong(note)}
        />
        <SelectField
          label={<FormattedMessage id="feedback.admin.status" defaultMessage="Status" />}
          name="status"
          options={FEEDBACK_STATUSES.map((known) => [known, intl.formatMessage(statusMessages[known])])}
          value={shown}
          onChoose={(chosen) => form.set({ status: chosen })}
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
