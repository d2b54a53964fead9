import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { describeProblem } from '../i18n/problem-messages'
import { copyText } from '../lib/browser/copy-text'
import type { ImportSummary } from '../lib/recipe/recipe'
import { Button } from './Button'
import { CopyIcon } from './icons'

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

/** Text of a recipe that could not be read, for the owner to copy. */
function ProblemText({ text }: { text: string }) {
  const [isCopied, setCopied] = useState(false)
  return (
    <details className="mt-1 text-sm">
      <summary className="w-fit rounded font-medium text-accent">
        <FormattedMessage id="summary.text" defaultMessage="Show text" />
      </summary>
      <pre className="mt-2 max-h-60 overflow-y-auto rounded-lg bg-sunken p-3 font-sans whitespace-pre-wrap">{text}</pre>
      <Button variant="bare" className="mt-1" onClick={() => void copyText(text).then(setCopied)}>
        <CopyIcon className="size-4" />
        <span role="status">
          {isCopied ? (
            <FormattedMessage id="summary.copied" defaultMessage="Copied" />
          ) : (
            <FormattedMessage id="summary.copy" defaultMessage="Copy text" />
          )}
        </span>
      </Button>
    </details>
  )
}

/** The failed recipes of an upload, each with its reason and its text. */
export function SummaryProblems({ summary: { failed, problems } }: { summary: ImportSummary }) {
  const intl = useIntl()
  if (problems.length === 0) return null
  const unlisted = failed - problems.length
  return (
    <>
      <ul className="flex flex-col gap-2" data-problems={problems.length}>
        {problems.map(({ title, errorCode, text }, index) => (
          // Titles may repeat, and the order is fixed.
          <li key={index} className="wrap-anywhere">
            <b className="font-semibold">
              {title ?? <FormattedMessage id="card.untitled" defaultMessage="Untitled recipe" />}
            </b>
            <span className="block text-sm text-muted" data-reason={errorCode}>
              {describeProblem(intl, 'upload', { code: errorCode })}
            </span>
            {text !== null && <ProblemText text={text} />}
          </li>
        ))}
      </ul>
      {unlisted > 0 && (
        <p className="mt-2 text-sm text-muted">
          <FormattedMessage id="summary.more" defaultMessage="And {count, number} more." values={{ count: unlisted }} />
        </p>
      )}
    </>
  )
}
