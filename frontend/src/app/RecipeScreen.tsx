import { Suspense, useEffect, useState } from 'react'
import { RecipePage } from '../features/recipe/ui/RecipePage'
import { useAppConfig } from '../shared/api/app-config'
import { isBlocked, mayAskAssistant } from '../shared/lib/errors'
import type { OwnRecipe, Recipe } from '../shared/lib/recipe/recipe'
import { lazyPage } from './lazy-page'

const Bar = lazyPage('recipe', async () => (await import('../features/agent/ui/RecipeBar')).RecipeBar)
const FailureOffer = lazyPage(
  'assist',
  async () => (await import('../features/assisted-import/ui/FailureOffer')).FailureOffer,
)
const Panel = lazyPage('assistant', async () => (await import('../features/agent/ui/pages')).Panel)

export function RecipeScreen() {
  return <RecipePage Assist={Assist} Offer={Offer} />
}

/** Actions for a failed import. Reserves their space while they load. */
function Offer({ recipe }: { recipe: Recipe }) {
  const agent = useAppConfig()?.agent ?? false
  const isWanted = isBlocked(recipe.errorCode) || (agent !== false && mayAskAssistant(recipe.errorCode))
  const isHere = useLoaded(FailureOffer, isWanted)
  if (!isWanted) return null
  if (!isHere) return <div className="min-h-36 md:min-h-45" />
  return (
    <Suspense>
      <FailureOffer recipe={recipe} />
    </Suspense>
  )
}

/** Loads after the recipe, and only online. */
function Assist({ recipe }: { recipe: OwnRecipe }) {
  const isHere = useLoaded(Bar, useAppConfig() !== null)
  if (!isHere) return null
  return (
    <Suspense>
      <Bar recipe={recipe} Panel={Panel} />
    </Suspense>
  )
}

/** Loads a chunk once `isWanted` is true; returns whether it is loaded. */
function useLoaded({ load }: { readonly load: () => Promise<void> }, isWanted: boolean): boolean {
  const [isHere, setIsHere] = useState(false)
  useEffect(() => {
    // A failed import of a chunk reloads the page (reload-on-stale-build.ts), so it does not try offline.
    if (!isWanted || !navigator.onLine) return
    load().then(
      () => setIsHere(true),
      () => undefined,
    )
  }, [load, isWanted])
  return isHere
}
