import { problemCode } from '../../lib/recipe/problem'
import type { Recipe } from '../../lib/recipe/recipe'
import type { RecipeChanges } from '../../lib/recipe/recipe-changes'
import type { RecipeApi } from './recipe-api'

/** Most recipes that are kept; of more, those that were asked for longest ago go. */
const MOST_KEPT = 50

/**
 * Whole recipes as the server last gave them, so that a page shows at once, and without a network, what the one before
 * it has shown. They live in memory only: what holds private notes belongs neither into the browser's history nor
 * into its storage. React reads it through `useRecipe`.
 */
export class RecipeCache {
  readonly #api: Pick<RecipeApi, 'get' | 'update'>
  readonly #listeners = new Set<() => void>()
  /** In the order in which they were last taken in. */
  readonly #recipes = new Map<string, Recipe>()
  #generation = 0

  constructor(api: Pick<RecipeApi, 'get' | 'update'>) {
    this.#api = api
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Grows whenever somebody else is calling: whoever shows a recipe has to ask for it anew. */
  readonly getGeneration = (): number => this.#generation

  /** A recipe as it was last fetched, without asking the server; null when it was not, or is gone. */
  peek(id: string): Recipe | null {
    return this.#recipes.get(id) ?? null
  }

  /** Fetches a recipe and keeps it. Rejects with a `Problem`, RECIPE_NOT_FOUND also when nothing is returned. */
  async get(id: string): Promise<Recipe> {
    const generation = this.#generation
    try {
      const recipe = await this.#api.get(id)
      return generation === this.#generation ? this.#take(recipe) : recipe
    } catch (thrown) {
      const problem = problemCode(thrown)
      // Gone, or no longer shared with this caller: what was kept of it is not theirs to see.
      if (generation === this.#generation && (problem === 'RECIPE_NOT_FOUND' || problem === 'UNAUTHORIZED')) {
        this.forget([id])
      }
      throw thrown
    }
  }

  /** Changes a recipe and keeps the answer. Rejects as `RecipeApi.update` does. */
  async update(id: string, version: number, changes: RecipeChanges): Promise<Recipe> {
    const generation = this.#generation
    const recipe = await this.#api.update(id, version, changes)
    return generation === this.#generation ? this.#take(recipe) : recipe
  }

  /** Recipes that are deleted. */
  forget(ids: Iterable<string>): void {
    for (const id of ids) this.#recipes.delete(id)
    this.#tell()
  }

  /** Forgets everything: somebody else is calling from now on. What is on its way for the former one is not kept. */
  clear(): void {
    this.#generation += 1
    this.#recipes.clear()
    this.#tell()
  }

  /** Keeps the newest version: a slow answer must not replace what a quick one brought. */
  #take(recipe: Recipe): Recipe {
    const known = this.#recipes.get(recipe.id)
    const newest = known !== undefined && known.version > recipe.version ? known : recipe
    this.#recipes.delete(recipe.id)
    this.#recipes.set(recipe.id, newest)
    const [oldest] = this.#recipes.keys()
    if (this.#recipes.size > MOST_KEPT && oldest !== undefined) this.#recipes.delete(oldest)
    this.#tell()
    return newest
  }

  #tell(): void {
    for (const listener of this.#listeners) listener()
  }
}
