import { useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { Link } from 'react-router'
import { useFeedbackApi } from '../../../shared/api/feedback-api'
import type { Feedback } from '../../../shared/lib/feedback/feedback'
import { paths } from '../../../shared/lib/routing/paths'
import { Button } from '../../../shared/ui/Button'
import { Dialog } from '../../../shared/ui/Dialog'
import { PencilIcon, TrashIcon } from '../../../shared/ui/icons'
import { useForm } from '../../../shared/ui/useForm'
import { useTask } from '../../../shared/ui/useTask'
import { typeMessages } from '../messages'
import { FeedbackFields, useFeedbackChecks, type Written } from './FeedbackFields'
import { Day, ProblemAlert, StatusMark, Words } from './parts'

interface OwnFeedbackProps {
  feedback: Feedback
  onChanged: (feedback: Feedback) => void
  onRemoved: (id: string) => void
}

/** Own feedback with its answer; can be edited or deleted. */
export function OwnFeedback({ feedback, onChanged, onRemoved }: OwnFeedbackProps) {
  const [state, setState] = useState<'shown' | 'editing' | 'removing'>('shown')
  return (
    <li data-feedback={feedback.id} className="rounded-3xl border border-line bg-surface p-5">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
        <p className="text-sm text-muted">
          <FormattedMessage {...typeMessages[feedback.type]} /> · <Day of={feedback.createdAt} />
        </p>
        <StatusMark status={feedback.status ?? 'NEW'} />
      </div>
      {state === 'editing' ? (
        <EditForm
          feedback={feedback}
          onDone={(changed) => {
            setState('shown')
            if (changed !== null) onChanged(changed)
          }}
        />
      ) : (
        <>
          <Words>{feedback.message ?? ''}</Words>
          {feedback.recipeId !== null && (
            <p className="mt-2">
              <Link to={paths.recipe(feedback.recipeId)} className="font-medium underline underline-offset-4">
                <FormattedMessage id="feedback.recipe" defaultMessage="Recipe" />
              </Link>
            </p>
          )}
          {feedback.answer !== null && (
            <div data-answer className="mt-4 border-l-4 border-accent pl-4">
              <p className="text-sm font-semibold">
                <FormattedMessage id="feedback.answer" defaultMessage="Reply" />
                {feedback.answeredAt !== null && (
                  <span className="font-normal text-muted">
                    {' · '}
                    <Day of={feedback.answeredAt} />
                  </span>
                )}
              </p>
              <Words>{feedback.answer}</Words>
            </div>
          )}
          <div className="mt-3 -ml-3 flex flex-wrap gap-1">
            <Button variant="bare" onClick={() => setState('editing')}>
              <PencilIcon />
              <FormattedMessage id="feedback.edit" defaultMessage="Edit" />
            </Button>
            <Button variant="bare" onClick={() => setState('removing')}>
              <TrashIcon />
              <FormattedMessage id="feedback.remove" defaultMessage="Delete" />
            </Button>
          </div>
        </>
      )}
      {state === 'removing' && (
        <RemoveDialog id={feedback.id} onClose={() => setState('shown')} onRemoved={() => onRemoved(feedback.id)} />
      )}
    </li>
  )
}

function EditForm({ feedback, onDone }: { feedback: Feedback; onDone: (changed: Feedback | null) => void }) {
  const api = useFeedbackApi()
  const { busy, problem, run } = useTask(async (_, { type, message, email }: Written) => {
    const { id, version } = feedback
    onDone(await api.update({ id, version, type, message, email: email.trim() === '' ? null : email.trim() }))
  })
  const form = useForm<Written>({
    initial: { type: feedback.type, message: feedback.message ?? '', email: feedback.email ?? '' },
    check: useFeedbackChecks(),
    busy,
    onSubmit: (written) => void run(written),
  })
  return (
    <form noValidate data-form="change" onSubmit={form.onSubmit} className="flex flex-col gap-5">
      <FeedbackFields form={form} />
      <ProblemAlert problem={problem} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" aria-disabled={busy}>
          <FormattedMessage id="feedback.save" defaultMessage="Save" />
        </Button>
        <Button variant="bare" onClick={() => onDone(null)}>
          <FormattedMessage id="feedback.cancel" defaultMessage="Cancel" />
        </Button>
      </div>
    </form>
  )
}

interface RemoveDialogProps {
  id: string
  onClose: () => void
  onRemoved: () => void
}

function RemoveDialog({ id, onClose, onRemoved }: RemoveDialogProps) {
  const api = useFeedbackApi()
  const { busy, problem, run } = useTask(async () => {
    await api.remove(id)
    onRemoved()
  })
  return (
    <Dialog
      title={<FormattedMessage id="feedback.remove.title" defaultMessage="Delete this message?" />}
      onClose={onClose}
      actions={
        <>
          <Button variant="quiet" onClick={onClose}>
            <FormattedMessage id="feedback.keep" defaultMessage="Keep" />
          </Button>
          <Button variant="danger" aria-disabled={busy} onClick={() => !busy && void run()}>
            <FormattedMessage id="feedback.remove" defaultMessage="Delete" />
          </Button>
        </>
      }
    >
      <p>
        <FormattedMessage
          id="feedback.remove.text"
          defaultMessage="The message and its reply will be permanently deleted."
        />
      </p>
      <ProblemAlert problem={problem} />
    </Dialog>
  )
}
