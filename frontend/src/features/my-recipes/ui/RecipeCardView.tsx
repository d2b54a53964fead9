import { CARD_SIZES } from '../../../shared/lib/recipe/picture'
import { CreditNote } from '../../../shared/ui/CreditNote'
import { type CardProps, Facts, Failure, From, RemoveButton, TitleLink } from './card-parts'
import { EditMarkPlace, HeartPlace } from './marks/mark-places'
import { CardPicture, PendingImport } from './PendingImport'

/** Recipe card in each state: pending, ready, failed. */
export function RecipeCardView({ recipe, when, onRetry, onRemove, onCancel, plain = false }: CardProps) {
  const { card } = recipe
  return (
    <article
      data-recipe={card.id}
      data-status={card.status}
      lang={card.title === null ? undefined : (card.language ?? undefined)}
      className="group/item relative flex h-full flex-col overflow-hidden rounded-2xl border border-line bg-surface shadow-card transition-shadow hover:shadow-float"
    >
      {card.status !== 'FAILED' && (
        <CardPicture card={card} when={when} sizes={CARD_SIZES} className="aspect-[4/3] w-full" />
      )}
      <div className="flex min-w-0 flex-1 flex-col gap-1 p-3 sm:p-4">
        <h2 className="line-clamp-3 leading-snug font-semibold wrap-anywhere sm:text-lg sm:leading-snug">
          <TitleLink recipe={recipe} plain={plain} />
        </h2>
        {card.status !== 'FAILED' && <From card={card} />}
        <div className={`pt-1.5 ${card.status === 'FAILED' ? 'flex-1' : 'mt-auto'}`}>
          {card.status === 'PENDING' && <PendingImport card={card} onCancel={onCancel} plain={plain} />}
          {card.status === 'PENDING' && <CreditNote credit={card.credit} className="mt-1.5" />}
          {card.status === 'SUCCESS' && (
            <div className="flex min-h-5 items-end gap-2">
              <p className="flex flex-1 flex-wrap gap-x-4 gap-y-0.5 text-sm text-muted">
                <Facts card={card} />
                <EditMarkPlace id={card.id} />
              </p>
              {!plain && <HeartPlace card={card} className="-mt-3 -mr-2.5 -mb-3 h-11" />}
            </div>
          )}
          {card.status === 'FAILED' && <Failure recipe={recipe} onRetry={onRetry} onRemove={onRemove} plain={plain} />}
        </div>
      </div>
      {card.status !== 'FAILED' && !plain && (
        <RemoveButton card={card} onRemove={onRemove} className="absolute top-1.5 right-1.5 bg-surface/90" />
      )}
    </article>
  )
}
