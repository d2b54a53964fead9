import { useId } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import type { RecipeCard } from '../../../../shared/lib/recipe/recipe'
import { IconButton } from '../../../../shared/ui/Button'
import { SummaryProblems, SummarySentence } from '../../../../shared/ui/ImportSummaryView'
import { CheckIcon, CloseIcon } from '../../../../shared/ui/icons'

export interface SummaryPanelProps {
  card: RecipeCard
  onClose: () => void
}

/** Summary of an upload with several recipes, in the list until it is closed. */
export function SummaryPanel({ card: { id, sourceName, importSummary }, onClose }: SummaryPanelProps) {
  const intl = useIntl()
  const titleId = useId()
  if (importSummary === null) return null
  return (
    <section
      aria-labelledby={titleId}
      data-summary={id}
      className="relative flex max-w-3xl animate-arrive gap-3 rounded-2xl border border-line-strong bg-surface p-4 pr-12 shadow-card"
    >
      <CheckIcon className="mt-0.5 size-6 text-good" />
      <div className="flex min-w-0 flex-1 flex-col gap-3">
        <div role="status">
          <h2 id={titleId} className="font-sans font-semibold wrap-anywhere">
            {sourceName ?? <FormattedMessage id="summary.title" defaultMessage="Import finished" />}
          </h2>
          <p>
            <SummarySentence summary={importSummary} />
          </p>
        </div>
        {importSummary.failed > 0 && (
          <details>
            <summary className="w-fit rounded font-medium text-accent">
              <FormattedMessage id="summary.problems" defaultMessage="Couldn’t read" />
            </summary>
            <div className="max-h-80 overflow-y-auto pt-3">
              <SummaryProblems summary={importSummary} />
            </div>
          </details>
        )}
      </div>
      <IconButton
        label={intl.formatMessage({ id: 'summary.close', defaultMessage: 'Close summary' })}
        onClick={onClose}
        className="absolute top-1 right-1"
      >
        <CloseIcon className="size-4" />
      </IconButton>
    </section>
  )
}
