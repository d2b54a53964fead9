import { type ComponentType, createContext } from 'react'
import type { RecipeCard } from '../../../../shared/lib/recipe/recipe'

/** What stands on a card and comes after the rows. */
export interface CardMarkParts {
  /** Whether it is a favourite. */
  readonly Heart: ComponentType<{ card: RecipeCard }>
  /** Whether changes wait to be sent. */
  readonly EditMark: ComponentType<{ id: string }>
}

/** Null until they are here. */
export const CardMarks = createContext<CardMarkParts | null>(null)
