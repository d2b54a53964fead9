import { type ComponentType, createContext } from 'react'
import type { RecipeCard } from '../../../lib/recipe/recipe'

/** The heart of a card, which comes after the rows; null until it is here. */
export const HeartContext = createContext<ComponentType<{ card: RecipeCard }> | null>(null)
