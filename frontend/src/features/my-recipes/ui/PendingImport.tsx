import { useSyncExternalStore } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useRecipeStore } from '../../../shared/api/recipes/RecipesProvider'
import { type SourceKind, sourceKind } from '../../../shared/i18n/stage-messages'
import type { RecipeCard } from '../../../shared/lib/recipe/recipe'
import { Button } from '../../../shared/ui/Button'
import { ImportProgress } from '../../../shared/ui/ImportProgress'
import { PageIcon, PictureIcon } from '../../../shared/ui/icons'
import { ProgressBar } from '../../../shared/ui/ProgressBar'
import { type PictureTime, RecipePicture } from '../../../shared/ui/RecipePicture'

interface PendingImportProps {
  card: RecipeCard
  onCancel: (id: string) => void
  /** Disables controls while selecting. */
  plain: boolean
}

/** Progress of an import: upload, then server stages. */
export function PendingImport({ card, onCancel, plain }: PendingImportProps) {
  const intl = useIntl()
  const { uploads } = useRecipeStore()
  const part = useSyncExternalStore(uploads.subscribe, () => uploads.progressOf(card.id))
  if (part === null) {
    return <ImportProgress stage={card.stage} source={sourceKind(card)} summary={card.importSummary} />
  }
  const percent = intl.formatNumber(Math.floor(part * 100) / 100, { style: 'percent' })
  return (
    <div className="flex flex-col gap-2">
      <ProgressBar part={part} label={intl.formatMessage({ id: 'upload.progress', defaultMessage: 'Upload' })} />
      <div className="flex flex-wrap items-center justify-between gap-x-2">
        <p className="text-sm font-medium text-muted tabular-nums" data-upload={Math.floor(part * 100)}>
          <FormattedMessage id="upload.sending" defaultMessage="Sending: {percent}" values={{ percent }} />
        </p>
        {!plain && (
          <Button
            variant="bare"
            onClick={() => onCancel(card.id)}
            aria-label={intl.formatMessage(
              { id: 'upload.cancelNamed', defaultMessage: 'Cancel {name}' },
              { name: card.sourceName ?? '' },
            )}
            className="relative -mx-3 text-sm"
          >
            <FormattedMessage id="upload.cancel" defaultMessage="Cancel" />
          </Button>
        )}
      </div>
    </div>
  )
}

interface CardPictureProps {
  card: RecipeCard
  className: string
  /** Shown width, as in the attribute `sizes`. */
  sizes: string
  when?: PictureTime | undefined
}

/** A card's photo; while pending, its upload or a placeholder. */
export function CardPicture({ card, className, sizes, when }: CardPictureProps) {
  const { uploads } = useRecipeStore()
  const source = sourceKind(card)
  if (card.imageUrl !== null || card.status !== 'PENDING' || source === 'address') {
    return <RecipePicture imageUrl={card.imageUrl} title={card.title} className={className} sizes={sizes} when={when} />
  }
  return <SourcePicture source={source} thumbnail={uploads.faceOf(card.id)?.thumbnail ?? null} className={className} />
}

function SourcePicture({
  source,
  thumbnail,
  className,
}: {
  source: SourceKind
  thumbnail: string | null
  className: string
}) {
  if (thumbnail !== null)
    return <img src={thumbnail} alt="" className={`bg-sunken object-cover object-top ${className}`} />
  const Icon = source === 'picture' ? PictureIcon : PageIcon
  return (
    <div aria-hidden="true" className={`grid place-items-center bg-sunken text-muted ${className}`}>
      <Icon className="size-9 opacity-60" />
    </div>
  )
}
