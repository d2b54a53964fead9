import { Suspense, useEffect, useState } from 'react'
import { RecipePage } from '../features/recipe/ui/RecipePage'
import { useAppConfig } from '../shared/api/app-config'
import { mayAskAssistant } from '../shared/lib/errors'
import type { OwnRecipe, Recipe } from '../shared/lib/recipe/recipe'
import { lazyPage } from './lazy-page'

const Bar = lazyPage('recipe', async () => (await import('../features/agent/ui/RecipeBar')).RecipeBar)
const AssistOffer = lazyPage(
  'assist',
  async () => (await import('../features/assisted-import/ui/AssistOffer')).AssistOffer,
)
const Panel = lazyPage('assistant', async () => (await import('../features/agent/ui/pages')).Panel)

/** A recipe, and for its owner what can be had of it by one press. */
export function RecipeScreen() {
  return <RecipePage Assist={Assist} Offer={Offer} />
}

/** Where the assistant may find what the readers did not; its place is kept until it is here. */
function Offer({ recipe }: { recipe: Recipe }) {
  const agent = useAppConfig()?.agent ?? false
  const isWanted = agent !== false && mayAskAssistant(recipe.errorCode)
  const isHere = useLoaded(AssistOffer, isWanted)
  if (!isWanted) return null
  if (!isHere) return <div className="min-h-36 md:min-h-45" />
  return (
    <Suspense>
      <AssistOffer recipe={recipe} />
    </Suspense>
  )
}

/** It comes once the recipe stands: nobody waits for it, and without a network it stays away. */
function Assist({ recipe }: { recipe: OwnRecipe }) {
  const isHere = useLoaded(Bar, useAppConfig() !== null)
  if (!isHere) return <div className="mt-6 h-13 print:hidden" />
  return (
    <Suspense>
      <Bar recipe={recipe} Panel={Panel} />
    </Suspense>
  )
}

/** Loads a part once it is wanted; whether it is here. */
function useLoaded({ load }: { readonly load: () => Promise<void> }, isWanted: boolean): boolean {
  const [isHere, setIsHere] = useState(false)
  useEffect(() => {
    // A failed fetch counts as a sign of a new build and loads the page anew: nothing to risk without a network.
    if (!isWanted || !navigator.onLine) return
    load().then(
      () => setIsHere(true),
      () => undefined,
    )
  }, [load, isWanted])
  return isHere
}
