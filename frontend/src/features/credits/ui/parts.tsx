import type { ReactNode } from 'react'
import { defineMessages, FormattedMessage, useIntl } from 'react-intl'
import { Link } from 'react-router'
import type { CreditProblem } from '../../../shared/lib/error-codes'
import { paths } from '../../../shared/lib/routing/paths'
import { Button, buttonClass } from '../../../shared/ui/Button'
import { AlertIcon, BackIcon } from '../../../shared/ui/icons'
import { Skeleton } from '../../../shared/ui/Skeleton'
import { usePageTitle } from '../../../shared/ui/usePageTitle'
import { creditProblemMessages } from '../messages'
import type { Pages } from './usePages'

const titles = defineMessages({
  credits: { id: 'page.credits.title', defaultMessage: 'Credits – Zest' },
  history: { id: 'page.creditHistory.title', defaultMessage: 'Credit history – Zest' },
  success: { id: 'page.creditSuccess.title', defaultMessage: 'Your purchase – Zest' },
  admin: { id: 'page.adminCredits.title', defaultMessage: 'Members’ credits – Zest' },
})

/** Layout and title of a credit page. */
export function CreditsFrame({ page, children }: { page: keyof typeof titles; children: ReactNode }) {
  const intl = useIntl()
  usePageTitle(intl.formatMessage(titles[page]))
  return <div className="mx-auto max-w-3xl pt-2 pb-24 sm:pt-6">{children}</div>
}

export function ProblemAlert({ problem }: { problem: CreditProblem | null }) {
  return (
    <div role="alert" className="empty:hidden">
      {problem !== null && (
        <p data-problem={problem} className="flex items-start gap-2 text-sm font-medium text-danger">
          <AlertIcon className="mt-px size-5" />
          <FormattedMessage {...creditProblemMessages[problem]} />
        </p>
      )}
    </div>
  )
}

/** Error message of a failed fetch, with a retry button. */
export function NotFetched({ problem, onRetry }: { problem: CreditProblem; onRetry: () => void }) {
  return (
    <div className="flex flex-wrap items-center gap-3">
      <ProblemAlert problem={problem} />
      <Button variant="quiet" onClick={onRetry}>
        <FormattedMessage id="action.retry" defaultMessage="Try again" />
      </Button>
    </div>
  )
}

/** Button that loads the next page, or the error if loading failed. */
export function MoreOfList({ pages: { hasMore, busy, problem, more } }: { pages: Pages<unknown> }) {
  return (
    <div className="mt-4">
      {problem !== null ? (
        <NotFetched problem={problem} onRetry={more} />
      ) : (
        hasMore && (
          <Button variant="quiet" aria-disabled={busy} onClick={() => !busy && more()}>
            <FormattedMessage id="credits.history.more" defaultMessage="Show more" />
          </Button>
        )
      )}
    </div>
  )
}

export function Fetching({ className }: { className: string }) {
  return (
    <div role="status">
      <span className="sr-only">
        <FormattedMessage id="credits.loading" defaultMessage="One moment…" />
      </span>
      <Skeleton className={className} />
    </div>
  )
}

export function BackToCredits() {
  return (
    <Link to={paths.credits} className={`${buttonClass('bare')} -ml-3`}>
      <BackIcon />
      <FormattedMessage id="credits.back" defaultMessage="Your credits" />
    </Link>
  )
}
