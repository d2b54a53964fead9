import { createStore } from 'zustand/vanilla'
import { problemCode } from '../../lib/errors'
import type { MarkChanges } from '../../lib/recipe/marks'
import type { Recipe } from '../../lib/recipe/recipe'
import type { RecipeChanges } from '../../lib/recipe/recipe-changes'
import type { KeptRecipes } from '../offline/kept-database'
import type { RecipeApi } from './recipe-api'

/** Delay after which a stored recipe is shown while the response is pending. */
const SLOW_MS = 2_500

/** Cache size in recipes; the least recently received is evicted. */
const MAX_KEPT = 50

interface CacheState {
  /** Least recently received first. */
  readonly recipes: ReadonlyMap<string, Recipe>
  readonly generation: number
}

/**
 * Full recipes as last returned by the server, in memory, so that the next page shows immediately and offline. Recipes
 * may contain private notes and are not stored in browser history; `features/offline` stores them per owner.
 */
export class RecipeCache {
  readonly #api: Pick<RecipeApi, 'get' | 'update'>
  readonly #loadKept: () => Promise<Pick<KeptRecipes, 'recipe'> | null>
  readonly #state = createStore<CacheState>(() => ({ recipes: new Map(), generation: 0 }))
  #ahead: { readonly id: string; readonly generation: number; readonly recipe: Promise<Recipe> } | undefined

  /** @param loadKept loads the recipes stored for offline use. */
  constructor(
    api: Pick<RecipeApi, 'get' | 'update'>,
    loadKept: () => Promise<Pick<KeptRecipes, 'recipe'> | null> = async () => null,
  ) {
    this.#api = api
    this.#loadKept = loadKept
  }

  readonly subscribe = this.#state.subscribe

  /** Incremented when the caller changes; shown recipes must then be loaded again. */
  readonly getGeneration = (): number => this.#state.getState().generation

  /** The cached recipe, or null. Sends no request. */
  peek(id: string): Recipe | null {
    return this.#recipes.get(id) ?? null
  }

  /** Fetches a recipe before its page is shown; the page's `get` takes the response. Never rejects. */
  async getAhead(id: string): Promise<void> {
    const recipe = this.get(id)
    this.#ahead = { id, generation: this.#generation, recipe }
    await recipe.catch(() => undefined)
  }

  /**
   * Fetches and caches a recipe. If the server does not answer, returns the one kept for offline use. Rejects with a
   * `Problem`; RECIPE_NOT_FOUND also if the answer is empty.
   */
  async get(id: string): Promise<Recipe> {
    const generation = this.#generation
    const ahead = this.#ahead
    this.#ahead = undefined
    if (ahead?.id === id && ahead.generation === generation) return ahead.recipe
    const slow = setTimeout(() => void this.#takeKept(id), navigator.onLine ? SLOW_MS : 0)
    try {
      const recipe = await this.#api.get(id)
      return generation === this.#generation ? this.#take(recipe) : recipe
    } catch (thrown) {
      const problem = problemCode(thrown)
      // Deleted, or no longer shared with this caller, who must not see the stored copy.
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

  /** Updates a recipe and caches the answer. Rejects as `RecipeApi.update` does. */
  async update(id: string, version: number, changes: RecipeChanges): Promise<Recipe> {
    const generation = this.#generation
    const recipe = await this.#api.update(id, version, changes)
    return generation === this.#generation ? this.#take(recipe) : recipe
  }

  /** Sets marks on a recipe and updates the cached copy. Resolves to the new version. */
  async mark(id: string, changes: MarkChanges): Promise<number> {
    const generation = this.#generation
    const recipe = await this.#api.update(id, null, changes)
    if (generation === this.#generation && this.#recipes.has(id)) this.#take(recipe)
    return recipe.version
  }

  forget(ids: Iterable<string>): void {
    const recipes = new Map(this.#recipes)
    for (const id of ids) recipes.delete(id)
    this.#state.setState({ recipes })
  }

  /** Clears the cache when the caller changes. Pending answers are not cached. */
  clear(): void {
    this.#state.setState({ recipes: new Map(), generation: this.#generation + 1 })
  }

  /** Takes the recipe kept for offline use. Never rejects. */
  async #takeKept(id: string): Promise<Recipe | null> {
    const generation = this.#generation
    const kept = await this.#loadKept().catch(() => null)
    const recipe = (await kept?.recipe(id)) ?? null
    return recipe === null || generation !== this.#generation ? null : this.#take(recipe)
  }

  /** Keeps the newest version, because answers may arrive out of order. */
  #take(recipe: Recipe): Recipe {
    const known = this.#recipes.get(recipe.id)
    const newest = known !== undefined && known.version > recipe.version ? known : recipe
    const recipes = new Map(this.#recipes)
    recipes.delete(recipe.id)
    recipes.set(recipe.id, newest)
    const [oldest] = recipes.keys()
    if (recipes.size > MAX_KEPT && oldest !== undefined) recipes.delete(oldest)
    this.#state.setState({ recipes })
    return newest
  }

  get #recipes(): CacheState['recipes'] {
    return this.#state.getState().recipes
  }

  get #generation(): number {
    return this.getGeneration()
  }
}
