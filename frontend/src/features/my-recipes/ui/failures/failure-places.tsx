import { type ComponentType, createContext, use } from 'react'
import { useIntl } from 'react-intl'
import { useAppConfig } from '../../../../shared/api/app-config'
import { codedProblemOf, describeCallProblem } from '../../../../shared/i18n/call-problem-messages'
import { isBlocked, isImportProblem, mayAskAssistant } from '../../../../shared/lib/errors'
import type { RecipeCard } from '../../../../shared/lib/recipe/recipe'

/**
 * Why an import failed. Problems of calls are shown immediately, because the network may be down; import errors once
 * their messages are loaded.
 */
export function ReasonPlace({ recipe }: { recipe: RecipeCard }) {
  const parts = use(Failures)
  if (parts !== null) return <parts.Reason recipe={recipe} />
  if (!isImportProblem(recipe.errorCode)) return <GeneralReason recipe={recipe} />
  return <span aria-hidden="true" className="block min-h-15 animate-breathe rounded-lg bg-sunken md:min-h-20" />
}

/** Reason without import messages; the fallback if they cannot be loaded. */
export function GeneralReason({ recipe }: { recipe: RecipeCard }) {
  return <>{describeCallProblem(useIntl(), ...codedProblemOf(recipe))}</>
}

/** Actions for a failed import, with a placeholder while they load. */
export function OfferPlace({ recipe }: { recipe: RecipeCard }) {
  const parts = use(Failures)
  const hasAgent = (useAppConfig()?.agent ?? false) !== false
  const isOffered = isBlocked(recipe.errorCode) || (hasAgent && mayAskAssistant(recipe.errorCode))
  if (!isOffered || parts?.Offer === null) return null
  return parts === null ? <div data-offer-place className="min-h-36 md:min-h-45" /> : <parts.Offer recipe={recipe} />
}

/** Components for failed imports, loaded when one is visible or after the rows. */
export interface FailureParts {
  /** Reason and advice as text. */
  readonly Reason: ComponentType<{ recipe: RecipeCard }>
  /** Actions; null if they cannot be loaded. */
  readonly Offer: ComponentType<{ recipe: RecipeCard }> | null
}

/** The components for failed imports; null while they load. */
export const Failures = createContext<FailureParts | null>(null)
