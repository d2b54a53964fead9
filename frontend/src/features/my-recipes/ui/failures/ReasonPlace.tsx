import { use } from 'react'
import { useIntl } from 'react-intl'
import { codedProblemOf, describeCallProblem } from '../../../../shared/i18n/call-problem-messages'
import { isImportProblem } from '../../../../shared/lib/errors'
import type { RecipeCard } from '../../../../shared/lib/recipe/recipe'
import { Failures } from './failure-parts'

/**
 * Why an import failed. What stopped the call that was to begin it is said at once, because that may be the network; a
 * reason of the import's own once its words are here, and its place is kept until then.
 */
export function ReasonPlace({ recipe }: { recipe: RecipeCard }) {
  const parts = use(Failures)
  if (parts !== null) return <parts.Reason recipe={recipe} />
  if (!isImportProblem(recipe.errorCode)) return <GeneralReason recipe={recipe} />
  return <span aria-hidden="true" className="block min-h-15 animate-breathe rounded-lg bg-sunken md:min-h-20" />
}

/** What can be said where the words of the reasons cannot be had. */
export function GeneralReason({ recipe }: { recipe: RecipeCard }) {
  return <>{describeCallProblem(useIntl(), ...codedProblemOf(recipe))}</>
}
