import { FormattedMessage, useIntl } from 'react-intl'
import { describeProblem } from '../i18n/problem-messages'
import type { ImportSummary } from '../lib/recipe/recipe'

/** Result of an upload with several recipes, as one sentence. */
export function SummarySentence({ summary: { found, imported, failed } }: { summary: ImportSummary }) {
  return failed === 0 ? (
    <FormattedMessage
      id="summary.all"
      defaultMessage="{found, plural, one {# recipe imported.} other {All # recipes imported.}}"
      values={{ found }}
    />
  ) : (
    <FormattedMessage
      id="summary.some"
      defaultMessage="{imported, number} of {found, plural, one {# recipe} other {# recipes}} imported; {failed, number} failed."
      values={{ found, imported, failed }}
    />
  )
}

/** The failed recipes of an upload, each with its reason. */
export function SummaryProblems({ summary: { failed, problems } }: { summary: ImportSummary }) {
  const intl = useIntl()
  if (problems.length === 0) return null
  const untold = failed - problems.length
  return (
    <>
      <ul className="flex flex-col gap-2" data-problems={problems.length}>
        {problems.map(({ title, errorCode }, index) => (
          // Titles may repeat, and the order is fixed.
          <li key={index} className="wrap-anywhere">
            <b className="font-semibold">
              {title ?? <FormattedMessage id="card.untitled" defaultMessage="Untitled recipe" />}
            </b>
            <span className="block text-sm text-muted" data-reason={errorCode}>
              {describeProblem(intl, 'upload', { code: errorCode })}
            </span>
          </li>
        ))}
      </ul>
      {untold > 0 && (
        <p className="mt-2 text-sm text-muted">
          <FormattedMessage id="summary.more" defaultMessage="And {count, number} more." values={{ count: untold }} />
        </p>
      )}
    </>
  )
}
