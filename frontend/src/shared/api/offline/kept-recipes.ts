import type { Recipe } from '../../lib/recipe/recipe'
import { KeptDatabase, type KeptList } from './kept-database'

/** What of somebody's recipes is here without a network. It answers null where nothing is kept for whoever is here. */
export interface KeptRecipes {
  list(): Promise<KeptList | null>
  recipe(id: string): Promise<Recipe | null>
}

const database = new KeptDatabase()

export function keptRecipes(): KeptRecipes {
  return database
}
