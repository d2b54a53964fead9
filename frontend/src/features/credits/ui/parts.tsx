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
  history: { id: 'page.creditHistory.title', defaultMessage: 'History of credits – Zest' },
  success: { id: 'page.creditSuccess.title', defaultMessage: 'Your purchase – Zest' },
  admin: { id: 'page.adminCredits.title', defaultMessage: 'Members’ credits – Zest' },
})

/** One column of a page about credits, under the page's title. */
export function CreditsFrame({ page, children }: { page: keyof typeof titles; children: ReactNode }) {
  const intl = useIntl()
  usePageTitle(intl.formatMessage(titles[page]))
  return <div className="mx-auto max-w-3xl pt-2 pb-24 sm:pt-6">{children}</div>
}

/** What went wrong, said at once. */
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

/** What went wrong while something was fetched, and the way to try again. */
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

/** Below a list: the way to its next page, or what went wrong with it. */
export function MoreOfList({ pages: { hasMore, busy, problem, more } }: { pages: Pages<unknown> }) {
  return (
    <div className="mt-4">
      {problem !== null ? (
        <NotFetched problem={problem} onRetry={more} />
      ) : (
        hasMore && (
          <Button variant="quiet" aria-disabled={busy} onClick={() => !busy && more()}>
            <FormattedMessage id="credits.history.more" defaultMessage="Show older ones" />
          </Button>
        )
      )}
    </div>
  )
}

/** Holds the place of what is being fetched. */
export function Fetching({ className }: { className: string }) {
  return (
    <div role="status">
      <span className="sr-only">
        <FormattedMessage id="credits.loading" defaultMessage="One moment" />
      </span>
      <Skeleton className={className} />
    </div>
  )
}

/** The way back to the balance. */
export function BackToCredits() {
  return (
    <Link to={paths.credits} className={`${buttonClass('bare')} -ml-3`}>
      <BackIcon />
      <FormattedMessage id="credits.back" defaultMessage="Your credits" />
    </Link>
  )
}
