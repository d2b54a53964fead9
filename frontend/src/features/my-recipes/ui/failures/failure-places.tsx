import { type ComponentType, createContext, use } from 'react'
import { useIntl } from 'react-intl'
import { useAppConfig } from '../../../../shared/api/app-config'
import { codedProblemOf, describeCallProblem } from '../../../../shared/i18n/call-problem-messages'
import { isImportProblem, mayAskAssistant } from '../../../../shared/lib/errors'
import type { RecipeCard } from '../../../../shared/lib/recipe/recipe'

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

/** Where the assistant is offered, once that is here. Its place is kept where it will be. */
export function OfferPlace({ recipe }: { recipe: RecipeCard }) {
  const parts = use(Failures)
  const isOffered = (useAppConfig()?.agent ?? false) !== false && mayAskAssistant(recipe.errorCode)
  if (!isOffered || parts?.Offer === null) return null
  return parts === null ? <div data-offer-place className="min-h-36 md:min-h-45" /> : <parts.Offer recipe={recipe} />
}

/** What is said of a failed import: seldom wanted, so it comes once one is in sight, or after the rows. */
export interface FailureParts {
  /** Why it failed and what to do, as text. */
  readonly Reason: ComponentType<{ recipe: RecipeCard }>
  /** What else may be tried; null where that cannot be had. */
  readonly Offer: ComponentType<{ recipe: RecipeCard }> | null
}

/** Null until they are here. */
export const Failures = createContext<FailureParts | null>(null)
