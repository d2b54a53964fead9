import { type ComponentType, createContext } from 'react'
import type { RecipeCard } from '../../../../shared/lib/recipe/recipe'

/** What is said of a failed import: seldom wanted, so it comes once one is in sight, or after the rows. */
export interface FailureParts {
  /** Why it failed and what to do, as text. */
  readonly Reason: ComponentType<{ recipe: RecipeCard }>
  /** What else may be tried; null where that cannot be had. */
  readonly Offer: ComponentType<{ recipe: RecipeCard }> | null
}

/** Null until they are here. */
export const Failures = createContext<FailureParts | null>(null)
