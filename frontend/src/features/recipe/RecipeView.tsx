import { FormattedMessage, useIntl } from 'react-intl'
import { describeProblem, mayTryAgain } from '../../i18n/problem-messages'
import { sourceKind } from '../../i18n/stage-messages'
import type { Recipe } from '../../lib/recipe'
import { Button } from '../../ui/Button'
import { ImportProgress } from '../../ui/ImportProgress'
import { AlertIcon, RetryIcon } from '../../ui/icons'
import { useAttempt } from '../../ui/useAttempt'
import { Compare } from './compare/Compare'
import { IngredientsAndSteps } from './IngredientsAndSteps'
import { Nutrition } from './Nutrition'
import { Notes } from './notes/Notes'
import { FieldOrigins } from './Origin'
import { RecipeHeader } from './RecipeHeader'
import { Summary } from './Summary'
import { ScaleBar } from './scaling/ScaleBar'
import { useView } from './scaling/useView'
import { UploadSummary } from './UploadSummary'
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
  const state = useView(recipe)
  const loaded = useOrigins(recipe.id)
  // The server tells its warnings, an empty list at least, to the owner only; where a recipe is from likewise.
  const isOwner = recipe.warnings !== null
  const origins = isOwner ? loaded : null
  return (
    <article data-status={recipe.status}>
      <RecipeHeader recipe={recipe} isOwner={isOwner} onRemove={onRemove} />

      {recipe.status === 'PENDING' && (
        <div className="mt-8 max-w-md" aria-live="polite">
          <ImportProgress stage={recipe.stage} source={sourceKind(recipe)} summary={recipe.importSummary} />
        </div>
      )}
      {recipe.status === 'FAILED' && <Failure recipe={recipe} onRetry={onRetry} />}
      {recipe.status === 'SUCCESS' && (
        <>
          {recipe.importSummary !== null && <UploadSummary summary={recipe.importSummary} name={recipe.sourceName} />}
          {recipe.warnings !== null && <Warnings codes={recipe.warnings} url={recipe.url} />}
          {origins !== null && <Compare recipe={recipe} origins={origins} />}
          <Summary recipe={recipe} state={state} />
          {hasAmounts(recipe) && <ScaleBar recipe={recipe} state={state} />}
          <IngredientsAndSteps recipe={recipe} view={state.view} origins={origins} />
          <Nutrition nutrition={recipe.nutritionalInformation} servings={recipe.servings} />
          {isOwner && <Notes recipe={recipe} />}
          {origins !== null && <FieldOrigins origins={origins} />}
        </>
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
