import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import { FormattedMessage } from 'react-intl'
import { useSession } from '../../../shared/api/account/SessionProvider'
import { useFeedbackApi } from '../../../shared/api/feedback-api'
import { feedbackDraft, takeWishToSend } from '../../../shared/lib/feedback/draft'
import type { Feedback } from '../../../shared/lib/feedback/feedback'
import { newRecipeId } from '../../../shared/lib/recipe/recipe-id'
import { Button } from '../../../shared/ui/Button'
import { CheckIcon } from '../../../shared/ui/icons'
import { useForm } from '../../../shared/ui/useForm'
import { useTask } from '../../../shared/ui/useTask'
import { FeedbackFields, useFeedbackChecks, type Written } from './FeedbackFields'
import { ProblemAlert } from './parts'

/** Form for new feedback. The draft is stored on this device until it is sent. */
export function FeedbackForm({ onSent }: { onSent: (feedback: Feedback) => void }) {
  const api = useFeedbackApi()
  const session = useSession()
  const stored = useMemo(feedbackDraft, [])
  const draft = useSyncExternalStore(stored.subscribe, stored.read)
  const formElement = useRef<HTMLFormElement>(null)
  const done = useRef<HTMLDivElement>(null)
  const address = session.phase === 'member' ? session.user.email : ''
  const written: Written = {
    type: draft?.type ?? 'SUGGESTION',
    message: draft?.message ?? '',
    email: draft?.email ?? address,
  }
  const { phase, busy, problem, run, cancel } = useTask(async (_, sent: Written, id: string) => {
    const email = sent.email.trim() === '' ? null : sent.email.trim()
    const kept = await api.create({ id, type: sent.type, message: sent.message, email })
    // Keep text typed during the request.
    if (stored.read()?.message === sent.message) stored.clear()
    onSent(kept)
  })

  const form = useForm<Written>({
    initial: written,
    kept: written,
    check: useFeedbackChecks(),
    busy,
    onSubmit: () => {
      if (draft !== null) void run(written, draft.id)
    },
    onChange: ({ type, message, email }) => {
      stored.write({ id: draft?.id ?? newRecipeId(), type, message, email: email === address ? null : email })
      if (!busy) cancel()
    },
  })
  useEffect(() => {
    // Sends what was submitted on the public page.
    if (takeWishToSend()) formElement.current?.requestSubmit()
  }, [])
  useEffect(() => {
    if (phase === 'done') done.current?.focus()
  }, [phase])

  return (
    <>
      <div ref={done} role="status" tabIndex={-1} className="rounded-3xl empty:hidden">
        {phase === 'done' && (
          <div data-sent className="mb-6 flex gap-3 rounded-3xl bg-accent-soft p-5 text-on-accent-soft">
            <CheckIcon className="mt-1 size-5 shrink-0" />
            <div>
              <p className="font-semibold">
                <FormattedMessage id="feedback.sent" defaultMessage="Thanks! We got your message." />
              </p>
              <p className="mt-1">
                <FormattedMessage
                  id="feedback.sent.next"
                  defaultMessage="We usually reply within a few days. Until then, you can edit or delete it below."
                />
              </p>
            </div>
          </div>
        )}
      </div>
      <form
        ref={formElement}
        noValidate
        data-form="feedback"
        onSubmit={form.onSubmit}
        className="flex flex-col gap-5 rounded-3xl border border-line bg-surface p-5 shadow-card sm:p-7"
      >
        <FeedbackFields form={form} />
        <ProblemAlert problem={problem} />
        <Button type="submit" aria-disabled={busy} className="self-start">
          {busy ? (
            <FormattedMessage id="feedback.sending" defaultMessage="Sending…" />
          ) : (
            <FormattedMessage id="feedback.send" defaultMessage="Send" />
          )}
        </Button>
      </form>
    </>
  )
}
