import type { View } from '../../../shared/lib/amounts/pieces'
import type { Recipe } from '../../../shared/lib/recipe/recipe'
import type { Counted } from './step-amounts'
import type { Timer } from './timers'

/** State of the steps in cook mode; indexes from 0. */
export interface StepsToCook {
  readonly recipe: Recipe
  readonly view: View
  readonly counted: readonly Counted[]
  readonly isDone: (step: number) => boolean
  readonly toggle: (step: number) => void
  readonly startTimer: (timer: Pick<Timer, 'recipeId' | 'label' | 'step' | 'seconds'>) => void
}
