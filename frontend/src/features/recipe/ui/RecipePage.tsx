import { useEffect } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Link, useNavigate, useParams } from 'react-router'
import { useRecipeStore } from '../../../shared/api/recipes/RecipesProvider'
import { describeImportProblem, describeProblem } from '../../../shared/i18n/problem-messages'
import { mayTryAgain } from '../../../shared/lib/errors'
import { isOwn } from '../../../shared/lib/recipe/recipe'
import { paths } from '../../../shared/lib/routing/paths'
import { Button, buttonClass } from '../../../shared/ui/Button'
import { AlertIcon, BackIcon, PotIcon } from '../../../shared/ui/icons'
import { Notice } from '../../../shared/ui/Notice'
import { Skeleton } from '../../../shared/ui/Skeleton'
import { usePageTitle } from '../../../shared/ui/usePageTitle'
import '../../../shared/ui/print.css'
import { EditWaits } from './EditWaits'
import { COLUMNS, HEADER_GRID, PICTURE, TITLE } from './layout'
import { RecipeTools } from './RecipeTools'
import { type AssistFrame, type OfferFrame, RecipeView } from './RecipeView'
import { useRecipe } from './useRecipe'

interface RecipeFrames {
  Assist: AssistFrame
  Offer: OfferFrame
  Proposals: AssistFrame
}

/** Recipe page. Keyed by id, so that no state is shared between recipes. */
export function RecipePage(frames: RecipeFrames) {
  const { id = '' } = useParams()
  useEffect(fetchCookModeAhead, [])
  return <RecipeById key={id} id={id} {...frames} />
}

/** Preloads cook mode a moment later, because kitchens often have a weak network. */
function fetchCookModeAhead(): () => void {
  const timer = setTimeout(() => {
    // Offline, the import would fail.
    if (!navigator.onLine) return
    import('./cook/CookPage').catch(() => undefined)
  }, AHEAD_AFTER_MS)
  return () => clearTimeout(timer)
}

const AHEAD_AFTER_MS = 1500

function RecipeById({ id, Assist, Offer, Proposals }: RecipeFrames & { id: string }) {
  const intl = useIntl()
  const store = useRecipeStore()
  const navigate = useNavigate()
  const { recipe, shown, waiting, problem, reload } = useRecipe(id)
  const title = recipe?.title ?? shown?.card.title ?? null
  usePageTitle(
    title === null
      ? intl.formatMessage({ id: 'page.home.title', defaultMessage: 'Zest – Get to the Recipe' })
      : intl.formatMessage({ id: 'page.recipe.title', defaultMessage: '{title} – Zest' }, { title }),
  )

  const remove = async () => {
    store.remove(id, title)
    await navigate(paths.myRecipes)
  }

  // The server does not know a new submission yet, but the list has its card.
  const unknown = problem?.code === 'RECIPE_NOT_FOUND' || problem?.code === 'UNAUTHORIZED'
  const body = () => {
    if (recipe !== null) {
      return <RecipeView recipe={recipe} Offer={Offer} onRetry={() => store.retry(id)} />
    }
    if (shown !== null && !shown.stored && shown.card.status === 'FAILED') {
      return (
        <Notice
          level={1}
          icon={<AlertIcon className="size-8" />}
          title={<FormattedMessage id="recipe.failed" defaultMessage="Couldn’t import this recipe" />}
          actions={mayTryAgain(shown.card.errorCode) && <RetryButton onRetry={() => void store.retry(id)} />}
        >
          {describeImportProblem(intl, shown.card)}
        </Notice>
      )
    }
    if (unknown && (shown === null || shown.stored)) return <NotFound id={id} />
    if (problem !== null && !unknown) {
      return (
        <Notice
          level={1}
          icon={<AlertIcon className="size-8" />}
          title={<FormattedMessage id="recipe.notLoaded" defaultMessage="Couldn’t load the recipe" />}
          actions={<RetryButton onRetry={reload} />}
        >
          {describeProblem(intl, 'show', problem)}
        </Notice>
      )
    }
    return <Loading title={title} />
  }

  return (
    <div className="pb-24 print:pb-0">
      <div className="-mx-3 flex items-center justify-between gap-2 print:hidden">
        <Link to={paths.myRecipes} className={buttonClass('bare')}>
          <BackIcon />
          <FormattedMessage id="recipe.back" defaultMessage="My recipes" />
        </Link>
        {recipe !== null && (
          <RecipeTools recipe={recipe} Assist={Assist} onRemove={shown === null ? null : () => void remove()} />
        )}
      </div>
      {waiting !== null && <EditWaits edit={waiting} />}
      {recipe !== null && isOwn(recipe) && recipe.status === 'SUCCESS' && <Proposals recipe={recipe} />}
      {body()}
    </div>
  )
}

function RetryButton({ onRetry }: { onRetry: () => void }) {
  return (
    <Button variant="quiet" onClick={onRetry}>
      <FormattedMessage id="action.retry" defaultMessage="Try again" />
    </Button>
  )
}

function NotFound({ id }: { id: string }) {
  return (
    <Notice
      level={1}
      icon={<PotIcon className="size-8" />}
      title={<FormattedMessage id="recipe.notFound.title" defaultMessage="Recipe not found" />}
    >
      <p className="wrap-anywhere">
        <FormattedMessage id="recipe.notFound.text" defaultMessage="Recipe with id {id} not found" values={{ id }} />
      </p>
      <p className="mt-2">
        <FormattedMessage id="recipe.notFound.advice" defaultMessage="It was deleted, or its owner doesn’t share it." />
      </p>
    </Notice>
  )
}

function Loading({ title }: { title: string | null }) {
  return (
    <div className="flex flex-col gap-6 pt-2" role="status">
      <span className="sr-only">
        <FormattedMessage id="recipe.loading" defaultMessage="Loading the recipe…" />
      </span>
      <div className={HEADER_GRID}>
        {title === null ? <Skeleton className="h-12 w-2/3" /> : <h1 className={TITLE}>{title}</h1>}
        <Skeleton className={PICTURE} />
      </div>
      <div className={COLUMNS}>
        <Skeleton className="h-64" />
        <Skeleton className="h-64" />
      </div>
    </div>
  )
}
