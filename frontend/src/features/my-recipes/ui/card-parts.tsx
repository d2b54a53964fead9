import { FormattedMessage, useIntl } from 'react-intl'
import { Link } from 'react-router'
import { useRecipeStore } from '../../../shared/api/recipes/RecipesProvider'
import type { ShownRecipe } from '../../../shared/api/recipes/shown-recipes'
import { describeCallProblem } from '../../../shared/i18n/call-problem-messages'
import { Duration } from '../../../shared/i18n/Duration'
import { sourceKind } from '../../../shared/i18n/stage-messages'
import { isImportProblem, mayTryAgain } from '../../../shared/lib/errors'
import { PASTED_TEXT } from '../../../shared/lib/importing/upload'
import { safeLink, siteOf } from '../../../shared/lib/recipe/address'
import type { RecipeCard } from '../../../shared/lib/recipe/recipe'
import { paths } from '../../../shared/lib/routing/paths'
import { Button, IconButton } from '../../../shared/ui/Button'
import { CreditNote } from '../../../shared/ui/CreditNote'
import { AlertIcon, ClockIcon, PeopleIcon, RetryIcon, TrashIcon } from '../../../shared/ui/icons'
import type { PictureTime } from '../../../shared/ui/RecipePicture'
import { useTask } from '../../../shared/ui/useTask'
import { askToChoose } from './choose'
import { OfferPlace, ReasonPlace } from './failures/failure-places'
import { MoreImports } from './MoreImports'

export interface CardProps {
  recipe: ShownRecipe
  /** Rejects with a `Problem`. */
  onRetry: (id: string) => Promise<void>
  onRemove: (card: RecipeCard) => void
  onCancel: (id: string) => void
  /** Disables controls while selecting. */
  plain?: boolean
  /** When its photo loads. */
  when?: PictureTime | undefined
}

/** Title link that covers the whole card, below other controls. */
export function TitleLink({ recipe: { card, stored }, plain }: Pick<CardProps, 'recipe' | 'plain'>) {
  if (card.status === 'FAILED' || !stored || plain) return <CardTitle card={card} />
  return (
    <Link
      to={paths.recipe(card.id)}
      className="outline-none after:absolute after:inset-0 after:rounded-2xl group-hover/item:text-accent focus-visible:after:outline-3 focus-visible:after:-outline-offset-3 focus-visible:after:outline-accent"
    >
      <CardTitle card={card} />
    </Link>
  )
}

function CardTitle({ card }: { card: RecipeCard }) {
  const { uploads } = useRecipeStore()
  const sourceName = card.sourceName ?? uploads.faceOf(card.id)?.name ?? null
  if (card.title !== null) return <>{card.title}</>
  if (sourceName !== null && card.status !== 'SUCCESS') return <SourceName name={sourceName} />
  if (card.status === 'PENDING') return <FormattedMessage id="card.pending" defaultMessage="Importing…" />
  if (card.status === 'FAILED') return <FormattedMessage id="card.failed" defaultMessage="Import failed" />
  return <FormattedMessage id="card.untitled" defaultMessage="Untitled recipe" />
}

/** Source shown until there is a title: the file name, or "pasted text". */
function SourceName({ name }: { name: string }) {
  if (name === PASTED_TEXT) return <FormattedMessage id="card.pastedText" defaultMessage="Pasted text" />
  return <>{name}</>
}

/** Origin: site or file name. */
export function From({ card }: { card: RecipeCard }) {
  const site = siteOf(card.url)
  const from = site ?? (card.title !== null && card.sourceName !== null ? <SourceName name={card.sourceName} /> : null)
  return from === null ? null : <span className="truncate text-sm text-muted">{from}</span>
}

/** Time, servings and import cost. */
export function Facts({ card }: { card: RecipeCard }) {
  return (
    <>
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
      <CreditNote credit={card.credit} />
    </>
  )
}

/** Why an import failed, with possible actions. */
export function Failure({ recipe: { card }, onRetry, onRemove, plain }: Omit<CardProps, 'onCancel'>) {
  const intl = useIntl()
  const { busy, problem, run } = useTask(() => onRetry(card.id))
  const link = safeLink(card.url)
  const source = sourceKind(card)

  return (
    <div className="flex h-full flex-col gap-3">
      <p className="flex gap-2 text-sm text-ink">
        <AlertIcon className="mt-px size-5 text-danger" />
        <span data-reason={card.errorCode} className="min-w-0 flex-1">
          <ReasonPlace recipe={card} />
        </span>
      </p>
      <CreditNote credit={card.credit} />
      {link !== null && !plain && (
        <a href={link} rel="noopener noreferrer" className="truncate text-sm text-muted underline underline-offset-2">
          {link.replace(/^https?:\/\//, '')}
        </a>
      )}
      {problem !== null && (
        <p role="alert" className="text-sm font-medium text-danger">
          {isImportProblem(problem.code) ? (
            <ReasonPlace recipe={{ ...card, errorCode: problem.code }} />
          ) : (
            describeCallProblem(intl, 'retry', problem)
          )}
        </p>
      )}
      {!plain && <OfferPlace recipe={card} />}
      {!plain && (
        <div className="mt-auto flex flex-wrap gap-2">
          <MoreImports code={problem?.code ?? card.errorCode} isUpload={source !== 'address'} />
          {mayTryAgain(card.errorCode) && (
            <Button variant="quiet" disabled={busy} onClick={() => void run()}>
              <RetryIcon className="size-4" />
              <FormattedMessage id="card.retry" defaultMessage="Try again" />
            </Button>
          )}
          {source !== 'address' && !mayTryAgain(card.errorCode) && (
            <Button variant="quiet" onClick={askToChoose}>
              {source === 'picture' ? (
                <FormattedMessage id="card.choosePicture" defaultMessage="Choose another photo" />
              ) : (
                <FormattedMessage id="card.chooseFile" defaultMessage="Choose another file" />
              )}
            </Button>
          )}
          <Button variant="bare" onClick={() => onRemove(card)}>
            <FormattedMessage id="card.remove" defaultMessage="Delete" />
          </Button>
        </div>
      )}
    </div>
  )
}

/** Visible on hover and focus. On touch devices, select instead or delete on the recipe page. */
export function RemoveButton({
  card,
  onRemove,
  className,
}: Pick<CardProps, 'onRemove'> & { card: RecipeCard; className: string }) {
  const intl = useIntl()
  const name = card.title ?? siteOf(card.url) ?? card.sourceName ?? ''
  return (
    <IconButton
      label={intl.formatMessage({ id: 'card.removeNamed', defaultMessage: 'Delete {name}' }, { name })}
      onClick={() => onRemove(card)}
      className={`opacity-0 group-focus-within/item:opacity-100 group-hover/item:opacity-100 pointer-coarse:hidden ${className}`}
    >
      <TrashIcon />
    </IconButton>
  )
}
