import { CreditNote } from '../../../shared/ui/CreditNote'
import { type CardProps, Facts, Failure, From, RemoveButton, TitleLink } from './card-parts'
import { EditMarkPlace, HeartPlace } from './marks/mark-places'
import { CardPicture, PendingImport } from './PendingImport'

export function RecipeRowView({ recipe, when, onRetry, onRemove, onCancel, plain = false }: CardProps) {
  const { card } = recipe
  return (
    <article
      data-recipe={card.id}
      data-status={card.status}
      lang={card.title === null ? undefined : (card.language ?? undefined)}
      className={`group/item relative flex h-full items-center gap-3 overflow-hidden rounded-2xl border border-line bg-surface p-2 pr-3 transition-[padding] ${plain ? 'pl-12' : 'pointer-fine:hover:pl-12'}`}
    >
      {card.status !== 'FAILED' && (
        <CardPicture card={card} when={when} sizes="5rem" className="size-14 shrink-0 rounded-xl [&_span]:text-2xl" />
      )}
      <div className={`min-w-0 flex-1 ${card.status === 'FAILED' ? 'p-2' : ''}`}>
        <h2 className="line-clamp-2 leading-snug font-semibold wrap-anywhere">
          <TitleLink recipe={recipe} plain={plain} />
        </h2>
        {card.status === 'PENDING' && <PendingImport card={card} onCancel={onCancel} plain={plain} />}
        {card.status === 'PENDING' && <CreditNote credit={card.credit} className="mt-1.5" />}
        {card.status === 'SUCCESS' && (
          <p className="flex flex-wrap gap-x-4 text-sm text-muted">
            <Facts card={card} />
            <From card={card} />
            <EditMarkPlace id={card.id} />
          </p>
        )}
        {card.status === 'FAILED' && (
          <div className="pt-2">
            <Failure recipe={recipe} onRetry={onRetry} onRemove={onRemove} plain={plain} />
          </div>
        )}
      </div>
      {card.status === 'SUCCESS' && card.tags.length > 0 && (
        <p className="hidden max-w-56 shrink-0 truncate text-sm text-muted lg:block">
          {card.tags
            .slice(0, 4)
            .map(({ name }) => name)
            .join(' · ')}
        </p>
      )}
      {card.status === 'SUCCESS' && !plain && (
        <HeartPlace
          card={card}
          className="-mr-2 h-11 shrink-0 pointer-fine:group-focus-within/item:mr-9 pointer-fine:group-hover/item:mr-9"
        />
      )}
      {card.status !== 'FAILED' && !plain && (
        <RemoveButton
          card={card}
          onRemove={onRemove}
          className="absolute top-1/2 right-2 -translate-y-1/2 bg-surface"
        />
      )}
    </article>
  )
}
