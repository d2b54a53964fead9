import { use } from 'react'
import { useAppConfig } from '../../../../shared/api/app-config'
import { mayAskAssistant } from '../../../../shared/lib/errors'
import type { RecipeCard } from '../../../../shared/lib/recipe/recipe'
import { Failures } from './failure-parts'

/** Where the assistant is offered, once that is here. Its place is kept where it will be. */
export function OfferPlace({ recipe }: { recipe: RecipeCard }) {
  const parts = use(Failures)
  const isOffered = (useAppConfig()?.agent ?? false) !== false && mayAskAssistant(recipe.errorCode)
  if (!isOffered || parts?.Offer === null) return null
  return parts === null ? <div data-offer-place className="min-h-36 md:min-h-45" /> : <parts.Offer recipe={recipe} />
}
