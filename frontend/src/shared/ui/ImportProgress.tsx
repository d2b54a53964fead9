import { FormattedMessage, useIntl } from 'react-intl'
import { type SourceKind, stageMessage, stagesOf } from '../i18n/stage-messages'
import type { ImportSummary, RecipeStage } from '../lib/recipe/recipe'
import { ProgressBar } from './ProgressBar'

interface ImportProgressProps {
  stage: RecipeStage | null
  source?: SourceKind
  /** Set for an upload with several recipes. */
  summary?: ImportSummary | null
}

/** Progress of an import: a bar for each stage, and the current one; for several recipes, how many are done. */
export function ImportProgress({ stage, source = 'address', summary = null }: ImportProgressProps) {
  const intl = useIntl()
  const stages = stagesOf(source)
  const current = stage ?? stages[0] ?? 'FETCHING'
  if (summary !== null) return <ManyProgress summary={summary} stage={current} />
  const reached = stages.indexOf(current)
  return (
    <div className="flex flex-col gap-2">
      <div className="flex gap-1.5" aria-hidden="true">
        {stages.map((each, index) => (
          <span
            key={each}
            className={`h-1.5 flex-1 rounded-full ${index < reached ? 'bg-accent' : index === reached ? 'animate-breathe bg-accent' : 'bg-line'}`}
          />
        ))}
      </div>
      <p className="text-sm font-medium text-muted" data-stage={current}>
        {intl.formatMessage(stageMessage(current, source))}…
      </p>
    </div>
  )
}

function ManyProgress({ summary, stage }: { summary: ImportSummary; stage: RecipeStage }) {
  const done = summary.imported + summary.failed
  return (
    <div className="flex flex-col gap-2">
      <ProgressBar part={summary.found === 0 ? 0 : done / summary.found} />
      <p className="text-sm font-medium text-muted tabular-nums" data-stage={stage} data-done={done}>
        <FormattedMessage
          id="summary.progress"
          defaultMessage="{done, number} of {found, number} recipes"
          values={{ done, found: summary.found }}
        />
      </p>
    </div>
  )
}
