import { useState } from 'react'
import { isOwn, type Recipe } from '../../../shared/lib/recipe/recipe'
import { Ingredients } from './Ingredients'
import { COLUMNS } from './layout'
import { Steps } from './Steps'
import type { ViewState } from './scaling/useView'
import type { OriginsState } from './useOrigins'
import { useTicks } from './useTicks'
import { Warnings } from './Warnings'

interface IngredientsAndStepsProps {
  recipe: Recipe
  state: ViewState
  /** Null for non-owners. */
  origins: OriginsState | null
}

/**
 * Both lists side by side: hovering an ingredient highlights the steps that use it, and vice versa. Pressing a step
 * number pins it.
 */
export function IngredientsAndSteps({ recipe, state, origins }: IngredientsAndStepsProps) {
  const [using, setUsing] = useState<readonly number[]>([])
  const [pointed, setPointed] = useState<number | null>(null)
  const [pinned, setPinned] = useState<number | null>(null)
  const ticks = useTicks(recipe.id)
  const { ingredients, instructions } = recipe
  return (
    <div className={`mt-4 md:mt-8 print:mt-4 ${COLUMNS}`}>
      {ingredients.length > 0 && (
        <Ingredients
          recipe={recipe}
          state={state}
          ticks={ticks}
          origins={origins}
          onPoint={setUsing}
          step={pointed ?? pinned}
        />
      )}
      <div className="min-w-0 only:col-span-full">
        {isOwn(recipe) && <Warnings recipe={recipe} />}
        {instructions.length > 0 && (
          <Steps recipe={recipe} state={state} using={using} pinned={pinned} onPin={setPinned} onPoint={setPointed} />
        )}
      </div>
    </div>
  )
}
