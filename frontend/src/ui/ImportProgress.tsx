import { useIntl } from 'react-intl'
import { STAGES, stageMessages } from '../i18n/stage-messages'
import type { RecipeStage } from '../lib/recipe'

/** How far an import is: three short bars and the words for the one that is moving. */
export function ImportProgress({ stage }: { stage: RecipeStage | null }) {
  const intl = useIntl()
  const current = stage ?? 'FETCHING'
  const reached = STAGES.indexOf(current)
  return (
    <div className="flex flex-col gap-2">
      <div className="flex gap-1.5" aria-hidden="true">
        {STAGES.map((each, index) => (
          <span
            key={each}
            className={`h-1.5 flex-1 rounded-full ${index < reached ? 'bg-accent' : index === reached ? 'animate-breathe bg-accent' : 'bg-line'}`}
          />
        ))}
      </div>
      <p className="text-sm font-medium text-muted" data-stage={current}>
        {intl.formatMessage(stageMessages[current])}…
      </p>
    </div>
  )
}
