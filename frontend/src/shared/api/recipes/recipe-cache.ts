import { problemCode } from '../../lib/errors'
import type { MarkChanges } from '../../lib/recipe/marks'
import type { Recipe } from '../../lib/recipe/recipe'
import type { RecipeChanges } from '../../lib/recipe/recipe-changes'
import type { KeptRecipes } from '../offline/kept-database'
import type { RecipeApi } from './recipe-api'

/** A recipe that has not come by then may take long; the one that is kept is shown meanwhile. */
const SLOW_MS = 2_500

/** Most recipes that are kept; of more, those that were asked for longest ago go. */
const MOST_KEPT = 50

/**
 * Whole recipes as the server last gave them, so that a page shows at once, and without a network, what the one before
 * it has shown. What holds private notes belongs into no browser's history; for a time without a network `features/offline` keeps
 * recipes, where nobody but their owner finds them. React reads it through `useRecipe`.
 */
export class RecipeCache {
  readonly #api: Pick<RecipeApi, 'get' | 'update'>
  readonly #loadKept: () => Promise<Pick<KeptRecipes, 'recipe'> | null>
  readonly #listeners = new Set<() => void>()
  /** In the order in which they were last taken in. */
  readonly #recipes = new Map<string, Recipe>()
  #generation = 0

  /** @param loadKept brings what this browser keeps for a time without a network. */
  constructor(
    api: Pick<RecipeApi, 'get' | 'update'>,
    loadKept: () => Promise<Pick<KeptRecipes, 'recipe'> | null> = async () => null,
  ) {
    this.#api = api
    this.#loadKept = loadKept
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

  /**
   * Fetches a recipe and keeps it; where the server does not answer, it is the one that was kept for a time without a
   * network. Rejects with a `Problem`, RECIPE_NOT_FOUND also when nothing is returned.
   */
  async get(id: string): Promise<Recipe> {
    const generation = this.#generation
    const slow = setTimeout(() => void this.#takeKept(id), navigator.onLine ? SLOW_MS : 0)
    try {
      const recipe = await this.#api.get(id)
      return generation === this.#generation ? this.#take(recipe) : recipe
    } catch (thrown) {
      const problem = problemCode(thrown)
      // Gone, or no longer shared with this caller: what was kept of it is not theirs to see.
      if (generation === this.#generation && (problem === 'RECIPE_NOT_FOUND' || problem === 'UNAUTHORIZED')) {
        this.forget([id])
        throw thrown
      }
      const kept = generation === this.#generation ? await this.#takeKept(id) : null
      if (kept === null) throw thrown
      return kept
    } finally {
      clearTimeout(slow)
    }
  }

  /** Changes a recipe and keeps the answer. Rejects as `RecipeApi.update` does. */
  async update(id: string, version: number, changes: RecipeChanges): Promise<Recipe> {
    const generation = this.#generation
    const recipe = await this.#api.update(id, version, changes)
    return generation === this.#generation ? this.#take(recipe) : recipe
  }

  /** Puts marks on a recipe; the version that it has then. What is shown of it is the answer from then on. */
  async mark(id: string, changes: MarkChanges): Promise<number> {
    const generation = this.#generation
    const recipe = await this.#api.update(id, null, changes)
    if (generation === this.#generation && this.#recipes.has(id)) this.#take(recipe)
    return recipe.version
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

  /** Takes the recipe that was kept for a time without a network. Never rejects. */
  async #takeKept(id: string): Promise<Recipe | null> {
    const generation = this.#generation
    const kept = await this.#loadKept().catch(() => null)
    const recipe = (await kept?.recipe(id)) ?? null
    return recipe === null || generation !== this.#generation ? null : this.#take(recipe)
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
