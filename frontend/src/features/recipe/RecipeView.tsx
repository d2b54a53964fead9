import { FormattedMessage, useIntl } from 'react-intl'
import { describeProblem, mayTryAgain } from '../../i18n/problem-messages'
import { safeLink, siteOf } from '../../lib/address'
import type { Recipe } from '../../lib/recipe'
import { Button } from '../../ui/Button'
import { ImportProgress } from '../../ui/ImportProgress'
import { AlertIcon, ExternalIcon, RetryIcon, TrashIcon } from '../../ui/icons'
import { RecipePicture } from '../../ui/RecipePicture'
import { useAttempt } from '../../ui/useAttempt'
import { IngredientsAndSteps } from './IngredientsAndSteps'
import { Nutrition } from './Nutrition'
import { FieldOrigins } from './Origin'
import { Summary } from './Summary'
import { ScaleBar } from './scaling/ScaleBar'
import { useView } from './scaling/useView'
import { useOrigins } from './useOrigins'
import { Warnings } from './Warnings'

interface RecipeViewProps {
  recipe: Recipe
  /** Null when it is not the caller's to remove. */
  onRemove: (() => void) | null
  /** Rejects with a `Problem`. */
  onRetry: () => Promise<void>
}

/** The whole recipe. Its words are in the recipe's language, those around it in the reader's. */
export function RecipeView({ recipe, onRemove, onRetry }: RecipeViewProps) {
  const language = recipe.language ?? undefined
  const site = siteOf(recipe.url)
  const link = safeLink(recipe.url)
  const state = useView(recipe)
  const loaded = useOrigins(recipe.id)
  // The server tells its warnings, an empty list at least, to the owner only; where a recipe is from likewise.
  const origins = recipe.warnings === null ? null : loaded
  return (
    <article data-status={recipe.status}>
      <header className="grid gap-6 pt-2 sm:gap-10 md:grid-cols-2 md:items-center">
        <RecipePicture
          eager
          imageUrl={recipe.imageUrl}
          title={recipe.title}
          className={`-mx-4 w-[calc(100%+2rem)] max-w-none sm:mx-0 sm:w-full sm:rounded-3xl md:order-2 md:aspect-[4/3] ${recipe.imageUrl === null ? 'aspect-[5/2]' : 'aspect-[4/3]'}`}
        />
        <div className="flex flex-col gap-4">
          <h1 lang={language} className="text-4xl leading-[1.1] font-semibold sm:text-5xl">
            {recipe.title ?? <FormattedMessage id="card.untitled" defaultMessage="Recipe without a title" />}
          </h1>
          {link !== null && site !== null && (
            <p>
              <a
                href={link}
                rel="noopener noreferrer"
                className="inline-flex min-h-6 items-center gap-1.5 font-medium text-accent underline-offset-4 hover:underline"
              >
                {site}
                <ExternalIcon className="size-4" />
              </a>
            </p>
          )}
          {recipe.description !== null && (
            <p lang={language} className="max-w-prose text-lg text-muted">
              {recipe.description}
            </p>
          )}
          {recipe.tags.length > 0 && (
            <ul lang={language} className="flex flex-wrap gap-2">
              {recipe.tags.map(({ name }) => (
                <li key={name} className="rounded-full bg-accent-soft px-3 py-0.5 text-sm text-on-accent-soft">
                  {name}
                </li>
              ))}
            </ul>
          )}
        </div>
      </header>

      {recipe.status === 'PENDING' && (
        <div className="mt-8 max-w-md" aria-live="polite">
          <ImportProgress stage={recipe.stage} />
        </div>
      )}
      {recipe.status === 'FAILED' && <Failure recipe={recipe} onRetry={onRetry} />}
      {recipe.status === 'SUCCESS' && (
        <>
          {recipe.warnings !== null && <Warnings codes={recipe.warnings} url={recipe.url} />}
          <Summary recipe={recipe} />
          {hasAmounts(recipe) && <ScaleBar recipe={recipe} state={state} />}
          <IngredientsAndSteps recipe={recipe} view={state.view} origins={origins} />
          <Nutrition nutrition={recipe.nutritionalInformation} servings={recipe.servings} />
          {origins !== null && <FieldOrigins origins={origins} />}
        </>
      )}

      {onRemove !== null && (
        <div className="mt-12 border-t border-line pt-4">
          <Button look="bare" onClick={onRemove} className="-ml-3">
            <TrashIcon />
            <FormattedMessage id="recipe.delete" defaultMessage="Delete recipe" />
          </Button>
        </div>
      )}
    </article>
  )
}

/** Whether there is anything to scale. */
function hasAmounts({ ingredients, instructions }: Recipe): boolean {
  return ingredients.length > 0 || instructions.length > 0
}

function Failure({ recipe, onRetry }: { recipe: Recipe; onRetry: () => Promise<void> }) {
  const intl = useIntl()
  const { busy, refusal, begin } = useAttempt(onRetry)
  return (
    <div className="mt-8 flex max-w-xl flex-col gap-4 rounded-2xl bg-danger-soft p-5">
      <p className="flex gap-3">
        <AlertIcon className="mt-0.5 size-6 text-danger" />
        {describeProblem(intl, recipe.errorCode, recipe.errorDetails)}
      </p>
      {refusal !== null && (
        <p role="alert" className="font-medium text-danger">
          {describeProblem(intl, refusal, null)}
        </p>
      )}
      {mayTryAgain(recipe.errorCode) && (
        <Button look="quiet" disabled={busy} onClick={() => void begin()} className="self-start">
          <RetryIcon className="size-4" />
          <FormattedMessage id="action.retry" defaultMessage="Try again" />
        </Button>
      )}
    </div>
  )
}
