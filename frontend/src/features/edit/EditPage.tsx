import { useEffect, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Link, useParams } from 'react-router'
import { useRecipeBook } from '../../api/RecipeBookProvider'
import { useRecipes } from '../../api/RecipesProvider'
import { sentenceOf } from '../../i18n/problem-messages'
import { paths } from '../../lib/paths'
import { asProblem, Problem } from '../../lib/problem'
import type { Recipe } from '../../lib/recipe'
import type { StoredDraft } from '../../lib/stored-draft'
import { Button, buttonClass } from '../../ui/Button'
import { AlertIcon, BackIcon } from '../../ui/icons'
import { Notice } from '../../ui/Notice'
import { Skeleton } from '../../ui/Skeleton'
import { usePageTitle } from '../../ui/usePageTitle'
import { EditForm } from './EditForm'
import { LeftDraft } from './LeftDraft'
import { useLeftDraft } from './useDraftMemory'
import { useLatest } from './useEditor'

/** The page on which a recipe is changed. Keyed by id, so that nothing of one recipe gets into another. */
export function EditPage() {
  const { id = '' } = useParams()
  return <EditById key={id} id={id} />
}

function EditById({ id }: { id: string }) {
  const intl = useIntl()
  const { recipes } = useRecipes()
  const { result, reload } = useRecipeOnce(id)
  // Asked while the browser was still finding out who this is, the server answers as it answers a stranger.
  const ours = recipes.some(({ card, stored }) => stored && card.id === id)
  const taken = result !== null && !(result instanceof Problem) && result.warnings === null
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
        <FormattedMessage id="edit.title" defaultMessage="Edit recipe" />
      </h1>
      {result === null && <Loading />}
      {result instanceof Problem && (
        <Notice
          level={2}
          icon={<AlertIcon className="size-8" />}
          title={<FormattedMessage id="recipe.notLoaded" defaultMessage="The recipe could not be loaded" />}
          actions={
            <Button look="quiet" onClick={reload}>
              <FormattedMessage id="action.retry" defaultMessage="Try again" />
            </Button>
          }
        >
          {result.code === 'OFFLINE' ? (
            <FormattedMessage id="edit.unreachable" defaultMessage="Zest could not be reached." />
          ) : (
            sentenceOf(intl, result)
          )}
        </Notice>
      )}
      {result !== null && !(result instanceof Problem) && <Loaded recipe={result} />}
    </div>
  )
}

function Loaded({ recipe }: { recipe: Recipe }) {
  const { left, forget } = useLeftDraft(recipe.id)
  const [begun, setBegun] = useState<StoredDraft | null>(null)
  // The server tells its warnings, an empty list at least, to the owner only.
  if (recipe.warnings === null) {
    return (
      <NotNow>
        <FormattedMessage
          id="edit.notYours"
          defaultMessage="This recipe belongs to somebody else. Save a copy of it to change it."
        />
      </NotNow>
    )
  }
  if (recipe.status === 'PENDING') {
    return (
      <NotNow>
        <FormattedMessage
          id="edit.pending"
          defaultMessage="This recipe is still being imported. It can be changed as soon as it is here."
        />
      </NotNow>
    )
  }
  if (left !== null && begun === null) {
    return <LeftDraft left={left} onTakeUp={() => setBegun(left)} onDiscard={forget} />
  }
  return <EditForm recipe={recipe} begun={begun} />
}

function NotNow({ children }: { children: React.ReactNode }) {
  return (
    <Notice
      level={2}
      icon={<AlertIcon className="size-8" />}
      title={<FormattedMessage id="edit.notNow" defaultMessage="This recipe cannot be changed now" />}
    >
      {children}
    </Notice>
  )
}

/** The recipe as it is when the form opens; what happens to it later is the form's to follow. */
function useRecipeOnce(id: string): { result: Recipe | Problem | null; reload: () => void } {
  const book = useRecipeBook()
  const [result, setResult] = useState<Recipe | Problem | null>(null)
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the attempt is a reason to fetch again.
  useEffect(() => {
    let wanted = true
    setResult(null)
    void book
      .get(id)
      .catch(asProblem)
      .then((answer) => {
        if (wanted) setResult(answer)
      })
    return () => {
      wanted = false
    }
  }, [book, id, attempt])
  return { result, reload: () => setAttempt((count) => count + 1) }
}

function Loading() {
  return (
    <div className="mx-auto flex max-w-3xl flex-col gap-4" role="status">
      <span className="sr-only">
        <FormattedMessage id="recipe.loading" defaultMessage="Loading the recipe" />
      </span>
      <Skeleton className="h-12" />
      <Skeleton className="h-24" />
      <Skeleton className="h-80" />
    </div>
  )
}
