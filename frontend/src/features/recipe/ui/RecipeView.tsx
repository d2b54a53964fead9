import type { ComponentType } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Link } from 'react-router'
import { describeImportProblem, describeProblem } from '../../../shared/i18n/problem-messages'
import { sourceKind } from '../../../shared/i18n/stage-messages'
import { mayTryAgain } from '../../../shared/lib/errors'
import { isOwn, type OwnRecipe, type Recipe } from '../../../shared/lib/recipe/recipe'
import { paths } from '../../../shared/lib/routing/paths'
import { Button, buttonClass } from '../../../shared/ui/Button'
import { CreditNote } from '../../../shared/ui/CreditNote'
import { ImportProgress } from '../../../shared/ui/ImportProgress'
import { AlertIcon, RetryIcon } from '../../../shared/ui/icons'
import { useTask } from '../../../shared/ui/useTask'
import { About } from './About'
import { IngredientsAndSteps } from './IngredientsAndSteps'
import { RecipeMarks } from './marks/RecipeMarks'
import { Notes } from './notes/Notes'
import { Nutrition } from './nutrition/Nutrition'
import { FieldOrigins } from './Origin'
import { OtherRecipes } from './others/OtherRecipes'
import { RecipeHeader } from './RecipeHeader'
import { useView } from './scaling/useView'
import { UploadSummary } from './UploadSummary'
import { useOrigins } from './useOrigins'
import { WrongReading } from './wrong/WrongReading'

/** Assistant, or proposals of programs, for an own recipe; passed in from another feature. */
export type AssistFrame = ComponentType<{ recipe: OwnRecipe }>

/** Options after a failed import, passed in from another feature. */
export type OfferFrame = ComponentType<{ recipe: Recipe }>

interface RecipeViewProps {
  recipe: Recipe
  Offer: OfferFrame
  /** Rejects with a `Problem`. */
  onRetry: () => Promise<void>
}

/**
 * The whole recipe: first what is needed to cook, then information about it. Content is in the recipe's language,
 * labels in the user's.
 */
export function RecipeView({ recipe, Offer, onRetry }: RecipeViewProps) {
  const state = useView(recipe)
  const loaded = useOrigins(recipe.id)
  const own = isOwn(recipe) ? recipe : null
  const origins = own === null ? null : loaded
  return (
    <article data-status={recipe.status}>
      <RecipeHeader recipe={recipe} state={state} origins={origins} />

      {recipe.status === 'PENDING' && (
        <div className="mt-8 max-w-md" aria-live="polite">
          <ImportProgress stage={recipe.stage} source={sourceKind(recipe)} summary={recipe.importSummary} />
          <CreditNote credit={recipe.credit} className="mt-2" />
        </div>
      )}
      {recipe.status === 'FAILED' && <Failure recipe={recipe} Offer={Offer} onRetry={onRetry} />}
      {recipe.status === 'SUCCESS' && (
        <>
          {recipe.importSummary !== null && <UploadSummary summary={recipe.importSummary} name={recipe.sourceName} />}
          <IngredientsAndSteps recipe={recipe} state={state} origins={origins} />
          <Nutrition recipe={recipe} />
          <About recipe={recipe} />
          {own !== null && <RecipeMarks recipe={own} />}
          {own !== null && <Notes recipe={own} />}
          {own !== null && <OtherRecipes recipe={own} />}
          {origins !== null && <FieldOrigins origins={origins} />}
          {own !== null && <WrongReading recipe={own} />}
          {own !== null && <CreditNote credit={recipe.credit} className="mt-8 print:hidden" />}
        </>
      )}
    </article>
  )
}

function Failure({ recipe, Offer, onRetry }: Pick<RecipeViewProps, 'recipe' | 'Offer' | 'onRetry'>) {
  const intl = useIntl()
  const { busy, problem, run } = useTask(onRetry)
  return (
    <div className="mt-8 flex max-w-xl flex-col gap-4 rounded-2xl bg-danger-soft p-5">
      <p className="flex gap-3">
        <AlertIcon className="mt-0.5 size-6 text-danger" />
        {describeImportProblem(intl, recipe)}
      </p>
      <CreditNote credit={recipe.credit} />
      {problem !== null && (
        <p role="alert" className="font-medium text-danger">
          {describeProblem(intl, 'retry', problem)}
        </p>
      )}
      {problem?.code === 'NO_CREDITS' && (
        <Link to={paths.credits} className={`${buttonClass('quiet')} self-start`}>
          <FormattedMessage id="card.getCredits" defaultMessage="Get credits" />
        </Link>
      )}
      {isOwn(recipe) && <Offer recipe={recipe} />}
      {mayTryAgain(recipe.errorCode) && (
        <Button variant="quiet" disabled={busy} onClick={() => void run()} className="self-start">
          <RetryIcon className="size-4" />
          <FormattedMessage id="action.retry" defaultMessage="Try again" />
        </Button>
      )}
    </div>
  )
}
