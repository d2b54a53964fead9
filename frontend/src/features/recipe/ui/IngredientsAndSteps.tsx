import { useState } from 'react'
import type { View } from '../../../shared/lib/amounts/pieces'
import type { Recipe } from '../../../shared/lib/recipe/recipe'
import { Ingredients } from './Ingredients'
import { Steps } from './Steps'
import type { OriginsState } from './useOrigins'
import { useTicks } from './useTicks'

interface IngredientsAndStepsProps {
  recipe: Recipe
  view: View
  /** Null for non-owners. */
  origins: OriginsState | null
}

/**
 * Both lists side by side: hovering an ingredient highlights the steps that use it, and vice versa. Pressing a step
 * number pins it.
 */
export function IngredientsAndSteps({ recipe, view, origins }: IngredientsAndStepsProps) {
  const [using, setUsing] = useState<readonly number[]>([])
  const [pointed, setPointed] = useState<number | null>(null)
  const [pinned, setPinned] = useState<number | null>(null)
  const ticks = useTicks(recipe.id)
  const { ingredients, instructions } = recipe
  const language = recipe.language ?? undefined
  return (
    <div className="mt-10 grid gap-12 md:grid-cols-[minmax(15rem,20rem)_1fr] lg:gap-16 print:mt-4 print:grid-cols-[2fr_3fr] print:gap-8">
      {ingredients.length > 0 && (
        <Ingredients
          ingredients={ingredients}
          language={language}
          view={view}
          ticks={ticks}
          origins={origins}
          onPoint={setUsing}
          step={pointed ?? pinned}
        />
      )}
      {instructions.length > 0 && (
        <Steps
          steps={instructions}
          ingredients={ingredients}
          language={language}
          view={view}
          using={using}
          pinned={pinned}
          onPin={setPinned}
          onPoint={setPointed}
        />
      )}
    </div>
  )
}
