import { useMemo, useState, useSyncExternalStore } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Link } from 'react-router'
import { useFeedbackApi } from '../../../../shared/api/feedback-api'
import { partMessages } from '../../../../shared/i18n/part-messages'
import { describeProblem } from '../../../../shared/i18n/problem-messages'
import { wrongReadingDraft } from '../../../../shared/lib/feedback/draft'
import {
  lengthOf,
  MAX_TEXT,
  messageProblem,
  RECIPE_PARTS,
  type RecipePart,
} from '../../../../shared/lib/feedback/feedback'
import { newRecipeId } from '../../../../shared/lib/recipe/recipe-id'
import { paths } from '../../../../shared/lib/routing/paths'
import { Button, buttonClass } from '../../../../shared/ui/Button'
import { Dialog } from '../../../../shared/ui/Dialog'
import { AlertIcon } from '../../../../shared/ui/icons'
import { SelectField } from '../../../../shared/ui/SelectField'
import { TextArea } from '../../../../shared/ui/TextArea'
import { useTask } from '../../../../shared/ui/useTask'

interface WrongReadingDialogProps {
  recipeId: string
  onClose: () => void
}

/** Form for a wrong reading: the part and the correction; the server adds the extraction. The draft is stored. */
export function WrongReadingDialog({ recipeId, onClose }: WrongReadingDialogProps) {
  const intl = useIntl()
  const api = useFeedbackApi()
  const stored = useMemo(() => wrongReadingDraft(recipeId), [recipeId])
  const draft = useSyncExternalStore(stored.subscribe, stored.read)
  const [part, setPart] = useState<RecipePart>('INGREDIENTS')
  const [checked, setChecked] = useState(false)
  const message = draft?.message ?? ''
  const wrong = messageProblem(message)
  const { phase, busy, problem, run, cancel } = useTask(async (_, id: string, text: string) => {
    await api.create({ id, type: 'BUG_REPORT', message: text, recipeId, wrongPart: part })
    if (stored.read()?.message === text) stored.clear()
  })
  const send = () => {
    setChecked(true)
    if (!busy && wrong === null && draft !== null) void run(draft.id, message)
  }
  const title = <FormattedMessage id="wrong.title" defaultMessage="What’s wrong?" />
  if (phase === 'done') {
    return (
      <Dialog
        title={<FormattedMessage id="wrong.sent" defaultMessage="Thanks!" />}
        onClose={onClose}
        actions={
          <>
            <Link to={paths.feedback} className={buttonClass('quiet')}>
              <FormattedMessage id="wrong.own" defaultMessage="Your reports" />
            </Link>
            <Button onClick={onClose}>
              <FormattedMessage id="wrong.done" defaultMessage="Back to the recipe" />
            </Button>
          </>
        }
      >
        <p role="status" data-sent>
          <FormattedMessage
            id="wrong.sent.text"
            defaultMessage="We’ll look at how this page was read. To fix your recipe now, choose “Edit”."
          />
        </p>
      </Dialog>
    )
  }
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button variant="quiet" onClick={onClose}>
            <FormattedMessage id="wrong.cancel" defaultMessage="Cancel" />
          </Button>
          <Button aria-disabled={busy} onClick={send}>
            <FormattedMessage id="wrong.send" defaultMessage="Send" />
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        <SelectField
          label={<FormattedMessage id="wrong.part" defaultMessage="Which part?" />}
          name="part"
          options={RECIPE_PARTS.map((known) => [known, intl.formatMessage(partMessages[known])])}
          value={part}
          onChoose={setPart}
        />
        <TextArea
          label={<FormattedMessage id="wrong.message" defaultMessage="What should it be?" />}
          name="message"
          rows={4}
          value={message}
          problem={
            wrong === 'long'
              ? intl.formatMessage(
                  {
                    id: 'wrong.tooLong',
                    defaultMessage: 'Use up to {most, number} characters; this has {count, number}.',
                  },
                  { most: MAX_TEXT, count: lengthOf(message) },
                )
              : checked && wrong === 'empty'
                ? intl.formatMessage({ id: 'wrong.empty', defaultMessage: 'Describe what it should be.' })
                : null
          }
          hint={
            <FormattedMessage
              id="wrong.stored"
              defaultMessage="We save the imported title, lines and steps and the site’s name, never your notes."
            />
          }
          onChange={({ target }) => {
            const id = draft?.id ?? newRecipeId()
            stored.write({ id, type: 'BUG_REPORT', message: target.value, email: null })
            if (phase !== 'running') cancel()
          }}
        />
        <div role="alert" className="empty:hidden">
          {problem !== null && (
            <p data-problem={problem.code} className="flex items-start gap-2 text-sm font-medium text-danger">
              <AlertIcon className="mt-px size-5" />
              {describeProblem(intl, 'note', problem)}
            </p>
          )}
        </div>
      </div>
    </Dialog>
  )
}
