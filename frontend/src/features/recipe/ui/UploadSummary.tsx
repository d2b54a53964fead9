import { useId } from 'react'
import { FormattedMessage } from 'react-intl'
import type { ImportSummary } from '../../../shared/lib/recipe/recipe'
import { SummaryProblems, SummarySentence } from '../../../shared/ui/ImportSummaryView'
import { PageIcon } from '../../../shared/ui/icons'

/** On the first recipe of a multi-recipe upload: the summary of all. */
export function UploadSummary({ summary, name }: { summary: ImportSummary; name: string | null }) {
  const titleId = useId()
  return (
    <section
      aria-labelledby={titleId}
      data-summary
      className="mt-6 flex max-w-3xl gap-3 rounded-2xl bg-sunken p-4 print:hidden"
    >
      <PageIcon className="mt-0.5 size-5 text-muted" />
      <div className="flex min-w-0 flex-1 flex-col gap-2">
        <h2 id={titleId} className="font-sans font-semibold wrap-anywhere">
          {name ?? <FormattedMessage id="summary.title" defaultMessage="Import finished" />}
        </h2>
        <p>
          <SummarySentence summary={summary} />
        </p>
        {summary.failed > 0 && (
          <details>
            <summary className="w-fit rounded font-medium text-accent">
              <FormattedMessage id="summary.problems" defaultMessage="Couldn’t read" />
            </summary>
            <div className="pt-2">
              <SummaryProblems summary={summary} />
            </div>
          </details>
        )}
      </div>
    </section>
  )
}
