import { Suspense, useEffect, useState } from 'react'
import { useAppConfig } from '../api/app-config'
import { RecipePage } from '../features/recipe/RecipePage'
import type { OwnRecipe } from '../lib/recipe/recipe'
import { lazyPage } from './lazy-page'

const Bar = lazyPage('recipe', async () => (await import('../features/agent/RecipeBar')).RecipeBar)
const Panel = lazyPage('assistant', async () => (await import('../features/agent/pages')).Panel)

/** A recipe, and for its owner what can be had of it by one press. */
export function RecipeScreen() {
  return <RecipePage Assist={Assist} />
}

/** It comes once the recipe stands: nobody waits for it, and without a network it stays away. */
function Assist({ recipe }: { recipe: OwnRecipe }) {
  const isKnown = useAppConfig() !== null
  const [isHere, setIsHere] = useState(false)
  useEffect(() => {
    // A failed fetch counts as a sign of a new build and loads the page anew: nothing to risk without a network.
    if (!isKnown || !navigator.onLine) return
    Bar.load().then(
      () => setIsHere(true),
      () => undefined,
    )
  }, [isKnown])
  if (!isHere) return <div className="mt-6 h-13 print:hidden" />
  return (
    <Suspense>
      <Bar recipe={recipe} Panel={Panel} />
    </Suspense>
  )
}
