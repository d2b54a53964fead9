import type { ReactNode } from 'react'
import { FormattedDate, FormattedMessage, useIntl } from 'react-intl'
import type { Problem } from '../../../shared/lib/errors'
import type { FeedbackStatus } from '../../../shared/lib/feedback/feedback'
import { AlertIcon } from '../../../shared/ui/icons'
import { describeFeedbackProblem, statusMessages } from '../messages'

export function FeedbackFrame({ children }: { children: ReactNode }) {
  return <div className="mx-auto max-w-2xl pt-2 pb-24 sm:pt-6">{children}</div>
}

export function ProblemAlert({ problem }: { problem: Problem | null }) {
  const intl = useIntl()
  return (
    <div role="alert" className="empty:hidden">
      {problem !== null && (
        <p data-problem={problem.code} className="flex items-start gap-2 text-sm font-medium text-danger">
          <AlertIcon className="mt-px size-5" />
          {describeFeedbackProblem(intl, problem)}
        </p>
      )}
    </div>
  )
}

const STYLES: Readonly<Record<FeedbackStatus, string>> = {
  NEW: 'bg-sunken text-muted',
  ANSWERED: 'bg-accent-soft text-on-accent-soft',
  CLOSED: 'border border-line text-muted',
}

export function StatusMark({ status }: { status: FeedbackStatus }) {
  return (
    <span data-status={status} className={`rounded-full px-3 py-1 text-sm font-medium ${STYLES[status]}`}>
      <FormattedMessage {...statusMessages[status]} />
    </span>
  )
}

export function Day({ of }: { of: string }) {
  return (
    <time dateTime={of}>
      <FormattedDate value={of} dateStyle="medium" />
    </time>
  )
}

/** User text, rendered as plain text with line breaks. */
export function Words({ children }: { children: string }) {
  return <p className="wrap-anywhere whitespace-pre-line">{children}</p>
}
