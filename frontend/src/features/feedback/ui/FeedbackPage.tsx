import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useSession } from '../../../shared/api/account/SessionProvider'
import { useFeedbackApi } from '../../../shared/api/feedback-api'
import type { Feedback } from '../../../shared/lib/feedback/feedback'
import { Button } from '../../../shared/ui/Button'
import { Skeleton } from '../../../shared/ui/Skeleton'
import { usePageTitle } from '../../../shared/ui/usePageTitle'
import { useFetched } from '../../../shared/ui/useTask'
import { FeedbackForm } from './FeedbackForm'
import { OwnFeedback } from './OwnFeedback'
import { FeedbackFrame, ProblemAlert } from './parts'

/** Page /feedback: form, and the user's feedback with answers. */
export function FeedbackPage() {
  const intl = useIntl()
  const session = useSession()
  usePageTitle(intl.formatMessage({ id: 'page.feedback.title', defaultMessage: 'Feedback – Zest' }))
  const who = session.phase === 'member' ? session.user.sub : session.phase
  return (
    <FeedbackFrame>
      <h1 className="text-3xl font-semibold sm:text-4xl">
        <FormattedMessage id="feedback.title" defaultMessage="Send feedback" />
      </h1>
      <p className="mt-3 mb-8 text-lg text-muted">
        <FormattedMessage
          id="feedback.lead"
          defaultMessage="What’s good, missing or broken? A person reads every message."
        />
      </p>
      {/* The key resets the page when another user signs in. */}
      {session.phase !== 'starting' && <Correspondence key={who} />}
    </FeedbackFrame>
  )
}

function Correspondence() {
  const api = useFeedbackApi()
  /** Feedback sent or changed here, by id; null if deleted. */
  const [changed, setChanged] = useState<ReadonlyMap<string, Feedback | null>>(new Map())
  const change = (id: string, to: Feedback | null) => setChanged((before) => new Map([[id, to], ...before]).set(id, to))
  const { result, problem, busy, run } = useFetched('own', () => api.own())
  const fetched = new Map((result ?? []).map((feedback) => [feedback.id, feedback]))
  const all = [...new Map([...fetched, ...changed]).values()]
    .filter((feedback) => feedback !== null)
    .sort((one, other) => other.createdAt.localeCompare(one.createdAt))
  return (
    <>
      <FeedbackForm onSent={(feedback) => change(feedback.id, feedback)} />
      {busy && result === null && all.length === 0 && <Skeleton className="mt-12 h-32 w-full" />}
      {problem !== null && (
        <div className="mt-12 flex flex-wrap items-center gap-3">
          <ProblemAlert problem={problem} />
          <Button variant="quiet" onClick={() => void run()}>
            <FormattedMessage id="action.retry" defaultMessage="Try again" />
          </Button>
        </div>
      )}
      {all.length > 0 && (
        <section className="mt-12">
          <h2 className="mb-4 text-2xl font-semibold">
            <FormattedMessage id="feedback.own" defaultMessage="Your messages" />
          </h2>
          <ul className="flex flex-col gap-4">
            {all.map((feedback) => (
              <OwnFeedback
                key={feedback.id}
                feedback={feedback}
                onChanged={(to) => change(to.id, to)}
                onRemoved={(id) => change(id, null)}
              />
            ))}
          </ul>
        </section>
      )}
    </>
  )
}
