import { FormattedMessage, useIntl } from 'react-intl'
import type { DeletionBatchReport } from '../../../shared/api/recipes/pending-deletions'
import { describeProblem } from '../../../shared/i18n/problem-messages'
import { Button } from '../../../shared/ui/Button'
import { AlertIcon } from '../../../shared/ui/icons'

export interface DeletionReportNoticeProps {
  report: DeletionBatchReport
  onRetry: () => void
  onDismiss: () => void
}

/** Recipes of a bulk deletion that could not be deleted, with reasons. */
export function DeletionReportNotice({ report: { count, failed }, onRetry, onDismiss }: DeletionReportNoticeProps) {
  const intl = useIntl()
  return (
    <section role="alert" data-report className="rounded-2xl border border-danger bg-danger-soft p-4 sm:p-5">
      <h2 className="flex items-start gap-2 text-lg font-semibold">
        <AlertIcon className="mt-1 text-danger" />
        <FormattedMessage
          id="report.title"
          defaultMessage="Couldn’t delete {failed, number} of {count, plural, one {# recipe} other {# recipes}}"
          values={{ failed: failed.length, count }}
        />
      </h2>
      <p className="mt-1 text-muted">
        <FormattedMessage id="report.text" defaultMessage="The rest were deleted. Still in your list:" />
      </p>
      <ul className="mt-3 flex max-h-60 flex-col gap-2 overflow-y-auto" tabIndex={failed.length > 5 ? 0 : undefined}>
        {failed.map(({ id, title, problem }) => (
          <li key={id} className="wrap-anywhere">
            <b className="line-clamp-2 font-semibold">
              {title ?? <FormattedMessage id="card.untitled" defaultMessage="Untitled recipe" />}
            </b>
            <span className="text-sm">{describeProblem(intl, 'delete', { code: problem })}</span>
          </li>
        ))}
      </ul>
      <div className="mt-4 flex flex-wrap gap-2">
        <Button variant="quiet" onClick={onRetry}>
          <FormattedMessage id="action.retry" defaultMessage="Try again" />
        </Button>
        <Button variant="bare" onClick={onDismiss}>
          <FormattedMessage id="report.dismiss" defaultMessage="Keep these" />
        </Button>
      </div>
    </section>
  )
}
