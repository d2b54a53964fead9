import type { View } from '../../../lib/amounts/pieces'
import type { Counted } from '../../../lib/amounts/step-amounts'
import type { Timer } from '../../../lib/cooking/timers'
import type { Recipe } from '../../../lib/recipe/recipe'

/** What the steps need to be shown and ticked off. Steps are counted from 0. */
export interface StepsToCook {
  readonly recipe: Recipe
  readonly view: View
  readonly counted: readonly Counted[]
  readonly isDone: (step: number) => boolean
  readonly toggle: (step: number) => void
  readonly startTimer: (timer: Pick<Timer, 'recipeId' | 'label' | 'step' | 'seconds'>) => void
}
