import { FormattedMessage, useIntl } from 'react-intl'
import { Link } from 'react-router'
import type { ShownRecipe } from '../../api/recipe-store'
import { Duration } from '../../i18n/Duration'
import { describeProblem, mayTryAgain } from '../../i18n/problem-messages'
import { safeLink, siteOf } from '../../lib/address'
import { paths } from '../../lib/paths'
import type { RecipeCard } from '../../lib/recipe'
import { Button, IconButton } from '../../ui/Button'
import { ImportProgress } from '../../ui/ImportProgress'
import { AlertIcon, ClockIcon, PeopleIcon, RetryIcon, TrashIcon } from '../../ui/icons'
import { RecipePicture } from '../../ui/RecipePicture'
import { useAttempt } from '../../ui/useAttempt'

interface RecipeCardViewProps {
  recipe: ShownRecipe
  /** Rejects with a `Problem`. */
  onRetry: (id: string) => Promise<void>
  onRemove: (card: RecipeCard) => void
}

/** One recipe in the list, in each of its states: on its way, ready, failed. */
export function RecipeCardView({ recipe: { card, stored }, onRetry, onRemove }: RecipeCardViewProps) {
  const site = siteOf(card.url)
  // The whole card is one link; the buttons lie above it.
  const open = card.status !== 'FAILED' && stored
  return (
    <article
      data-recipe={card.id}
      data-status={card.status}
      lang={card.title === null ? undefined : (card.language ?? undefined)}
      className="group relative flex h-full skip-offscreen overflow-hidden rounded-2xl border border-line bg-surface shadow-card transition-shadow sm:flex-col"
    >
      {card.status !== 'FAILED' && (
        <RecipePicture
          imageUrl={card.imageUrl}
          title={card.title}
          className="min-h-28 w-24 shrink-0 self-stretch min-[24rem]:w-28 sm:aspect-[3/2] sm:w-full sm:self-auto"
        />
      )}
      <div className="flex min-w-0 flex-1 flex-col gap-1.5 p-4">
        {site !== null && <p className="truncate pr-9 text-sm text-muted sm:pr-0">{site}</p>}
        <h2 className="text-lg leading-snug font-semibold">
          {open ? (
            <Link
              to={paths.recipe(card.id)}
              className="outline-none after:absolute after:inset-0 after:rounded-2xl group-hover:text-accent focus-visible:after:outline-3 focus-visible:after:-outline-offset-3 focus-visible:after:outline-accent"
            >
              <CardTitle card={card} />
            </Link>
          ) : (
            <CardTitle card={card} />
          )}
        </h2>
        <div className={`pt-1 ${card.status === 'FAILED' ? 'flex-1' : 'mt-auto'}`}>
          {card.status === 'PENDING' && <ImportProgress stage={card.stage} />}
          {card.status === 'SUCCESS' && <Facts card={card} />}
          {card.status === 'FAILED' && <Failure card={card} onRetry={onRetry} onRemove={onRemove} />}
        </div>
      </div>
      {card.status !== 'FAILED' && <RemoveButton card={card} onRemove={onRemove} />}
    </article>
  )
}

function CardTitle({ card }: { card: RecipeCard }) {
  if (card.title !== null) return <>{card.title}</>
  if (card.status === 'PENDING') return <FormattedMessage id="card.pending" defaultMessage="A recipe is on its way" />
  if (card.status === 'FAILED') return <FormattedMessage id="card.failed" defaultMessage="This one did not work" />
  return <FormattedMessage id="card.untitled" defaultMessage="Recipe without a title" />
}

function Facts({ card }: { card: RecipeCard }) {
  return (
    <p className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-muted">
      {card.total_time !== null && (
        <span className="inline-flex items-center gap-1.5">
          <ClockIcon className="size-4" />
          <Duration minutes={card.total_time} />
        </span>
      )}
      {card.servings !== null && (
        <span className="inline-flex items-center gap-1.5">
          <PeopleIcon className="size-4" />
          <FormattedMessage
            id="card.servings"
            defaultMessage="{count, plural, one {# serving} other {# servings}}"
            values={{ count: card.servings }}
          />
        </span>
      )}
    </p>
  )
}

function Failure({ card, onRetry, onRemove }: { card: RecipeCard } & Omit<RecipeCardViewProps, 'recipe'>) {
  const intl = useIntl()
  const { busy, refusal, begin } = useAttempt(() => onRetry(card.id))
  const link = safeLink(card.url)

  return (
    <div className="flex h-full flex-col gap-3">
      <p className="flex gap-2 text-sm text-ink">
        <AlertIcon className="mt-px size-5 text-danger" />
        <span data-reason={card.errorCode}>{describeProblem(intl, card.errorCode, card.errorDetails)}</span>
      </p>
      {link !== null && (
        <a href={link} rel="noopener noreferrer" className="truncate text-sm text-muted underline underline-offset-2">
          {link.replace(/^https?:\/\//, '')}
        </a>
      )}
      {refusal !== null && (
        <p role="alert" className="text-sm font-medium text-danger">
          {describeProblem(intl, refusal, null)}
        </p>
      )}
      <div className="mt-auto flex flex-wrap gap-2">
        {mayTryAgain(card.errorCode) && (
          <Button look="quiet" disabled={busy} onClick={() => void begin()}>
            <RetryIcon className="size-4" />
            <FormattedMessage id="card.retry" defaultMessage="Try again" />
          </Button>
        )}
        <Button look="bare" onClick={() => onRemove(card)}>
          <FormattedMessage id="card.remove" defaultMessage="Remove" />
        </Button>
      </div>
    </div>
  )
}

function RemoveButton({ card, onRemove }: { card: RecipeCard; onRemove: (card: RecipeCard) => void }) {
  const intl = useIntl()
  const name = card.title ?? siteOf(card.url) ?? ''
  return (
    <IconButton
      label={intl.formatMessage({ id: 'card.removeNamed', defaultMessage: 'Remove {name}' }, { name })}
      onClick={() => onRemove(card)}
      className="absolute top-1.5 right-1.5 sm:bg-surface/90 sm:opacity-0 sm:group-focus-within:opacity-100 sm:group-hover:opacity-100 sm:pointer-coarse:opacity-100"
    >
      <TrashIcon />
    </IconButton>
  )
}
