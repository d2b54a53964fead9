import { useEffect, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Link, useParams, useSearchParams } from 'react-router'
import { useRecipeStore, useRecipes } from '../../../shared/api/recipes/RecipesProvider'
import { describeProblem } from '../../../shared/i18n/problem-messages'
import type { StoredDraft } from '../../../shared/lib/editing/stored-draft'
import { Problem } from '../../../shared/lib/errors'
import { WaitingEdits } from '../../../shared/lib/offline/waiting-edits'
import { isOwn, type Recipe } from '../../../shared/lib/recipe/recipe'
import { isSame } from '../../../shared/lib/recipe/recipe-content'
import { paths, READ_AGAIN } from '../../../shared/lib/routing/paths'
import { Button, buttonClass } from '../../../shared/ui/Button'
import { AlertIcon, BackIcon } from '../../../shared/ui/icons'
import { Notice } from '../../../shared/ui/Notice'
import { Skeleton } from '../../../shared/ui/Skeleton'
import { useLatest } from '../../../shared/ui/useLatest'
import { usePageTitle } from '../../../shared/ui/usePageTitle'
import { useFetched } from '../../../shared/ui/useTask'
import { EditForm } from './EditForm'
import type { PictureFrame } from './FormPicture'
import { LeftDraft } from './LeftDraft'
import { useLeftDraft } from './useDraftMemory'

/** Edit page. Keyed by id, so that no state is shared between recipes. */
export function EditPage({ OwnPicture }: { OwnPicture: PictureFrame }) {
  const { id = '' } = useParams()
  return <EditById key={id} id={id} OwnPicture={OwnPicture} />
}

function EditById({ id, OwnPicture }: { id: string; OwnPicture: PictureFrame }) {
  const intl = useIntl()
  const { recipes } = useRecipes()
  const [search] = useSearchParams()
  const again = search.has(READ_AGAIN)
  const { result, reload } = useRecipeOnce(id)
  // Fetches again: the response to a request before the session was known is that for a stranger.
  const ours = recipes.some(({ card, stored }) => stored && card.id === id)
  const taken = result !== null && !(result instanceof Problem) && !isOwn(result)
  const askAgain = useLatest(reload)
  useEffect(() => {
    if (ours && taken) askAgain()
  }, [ours, taken, askAgain])
  const title = result instanceof Problem ? null : (result?.title ?? null)
  usePageTitle(
    title === null
      ? intl.formatMessage({ id: 'page.edit.untitled', defaultMessage: 'Edit recipe – Zest' })
      : intl.formatMessage({ id: 'page.edit.title', defaultMessage: 'Edit {title} – Zest' }, { title }),
  )
  return (
    <div className="pt-2">
      <Link to={paths.recipe(id)} className={`${buttonClass('bare')} -ml-3`}>
        <BackIcon />
        <FormattedMessage id="edit.back" defaultMessage="Back to the recipe" />
      </Link>
      <h1 id="edit-title" className="mx-auto mt-2 mb-6 max-w-3xl text-3xl font-semibold sm:text-4xl">
        {again ? (
          <FormattedMessage id="edit.again.title" defaultMessage="What’s new on the page" />
        ) : (
          <FormattedMessage id="edit.title" defaultMessage="Edit recipe" />
        )}
      </h1>
      {result === null && <Loading />}
      {result instanceof Problem && (
        <Notice
          level={2}
          icon={<AlertIcon className="size-8" />}
          title={<FormattedMessage id="recipe.notLoaded" defaultMessage="Couldn’t load the recipe" />}
          actions={
            <Button variant="quiet" onClick={reload}>
              <FormattedMessage id="action.retry" defaultMessage="Try again" />
            </Button>
          }
        >
          {describeProblem(intl, 'show', result)}
        </Notice>
      )}
      {result !== null && !(result instanceof Problem) && (
        <Loaded recipe={result} again={again} OwnPicture={OwnPicture} />
      )}
    </div>
  )
}

function Loaded({ recipe, again, OwnPicture }: { recipe: Recipe; again: boolean; OwnPicture: PictureFrame }) {
  const { left, forget } = useLeftDraft(recipe.id)
  // Content saved offline and not sent yet replaces the recipe's.
  const [waiting] = useState<StoredDraft | null>(() => new WaitingEdits().of(recipe.id))
  const [takenUp, setTakenUp] = useState<StoredDraft | null>(null)
  if (!isOwn(recipe)) {
    return (
      <NotNow>
        <FormattedMessage id="edit.notYours" defaultMessage="This is someone else’s recipe. Save a copy to edit it." />
      </NotNow>
    )
  }
  if (recipe.status === 'PENDING') {
    return (
      <NotNow>
        <FormattedMessage
          id="edit.pending"
          defaultMessage="Still importing. You can edit this recipe when it’s done."
        />
      </NotNow>
    )
  }
  // A draft of a visit after the edit was saved offline.
  if (left !== null && takenUp === null && !isSame(left.draft, waiting?.draft)) {
    return <LeftDraft left={left} onTakeUp={() => setTakenUp(left)} onDiscard={forget} />
  }
  return <EditForm recipe={recipe} begun={takenUp ?? waiting} again={again} OwnPicture={OwnPicture} />
}

function NotNow({ children }: { children: React.ReactNode }) {
  return (
    <Notice
      level={2}
      icon={<AlertIcon className="size-8" />}
      title={<FormattedMessage id="edit.notNow" defaultMessage="This recipe can’t be edited right now" />}
    >
      {children}
    </Notice>
  )
}

/** The recipe when the form opens; the form itself follows later versions. */
function useRecipeOnce(id: string): { result: Recipe | Problem | null; reload: () => void } {
  const { cache } = useRecipeStore()
  const { busy, result, problem, run } = useFetched(id, () => cache.get(id))
  return { result: busy ? null : (problem ?? result), reload: () => void run() }
}

function Loading() {
  return (
    <div className="mx-auto flex max-w-3xl flex-col gap-4" role="status">
      <span className="sr-only">
        <FormattedMessage id="recipe.loading" defaultMessage="Loading the recipe…" />
      </span>
      <Skeleton className="h-12" />
      <Skeleton className="h-24" />
      <Skeleton className="h-80" />
    </div>
  )
}
