import type { KeptDatabase } from '../../../shared/api/offline/kept-database'
import type { RecipeApi } from '../../../shared/api/recipes/recipe-api'
import type { RecipesSnapshot } from '../../../shared/api/recipes/recipe-store'
import type { Recipe, RecipeCard } from '../../../shared/lib/recipe/recipe'
import { keptProblem, mostWanted } from '../model/kept'
import type { KeptPictures } from './kept-pictures'

interface Followed {
  readonly getSnapshot: () => RecipesSnapshot
  readonly subscribe: (listener: () => void) => () => void
}

/** Delay after the last change of the list. */
const AFTER_MS = 2_000
const AT_ONCE = 20
const LOCK = 'zest-keeper'

/**
 * Stores the list, the most wanted recipes and their photos for offline use. Runs in one tab at a time, only while the
 * list is complete and synced, and stops when storage is full.
 */
export class RecipeKeeper {
  readonly #list: Followed
  readonly #api: Pick<RecipeApi, 'exportSome'>
  readonly #database: KeptDatabase
  readonly #pictures: KeptPictures
  readonly #afterMs: number
  #timer: ReturnType<typeof setTimeout> | undefined
  #kept: readonly unknown[] | undefined
  #busy = false

  constructor(
    list: Followed,
    api: Pick<RecipeApi, 'exportSome'>,
    database: KeptDatabase,
    pictures: KeptPictures,
    afterMs: number = AFTER_MS,
  ) {
    this.#list = list
    this.#api = api
    this.#database = database
    this.#pictures = pictures
    this.#afterMs = afterMs
  }

  /** @returns a function that stops the keeper */
  start(): () => void {
    const stop = this.#list.subscribe(this.#later)
    this.#later()
    return () => {
      stop()
      clearTimeout(this.#timer)
    }
  }

  readonly #later = (): void => {
    const { synced, whole, recipes } = this.#list.getSnapshot()
    if (!synced || !whole || recipes === this.#kept) return
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.#keepInOneTab(), this.#afterMs)
  }

  async #keepInOneTab(): Promise<void> {
    if (this.#busy) return
    this.#busy = true
    try {
      const { locks } = navigator
      // Without the Locks API two tabs may both write; harmless.
      if (locks === undefined) await this.#keep()
      else await locks.request(LOCK, { ifAvailable: true }, async (lock) => (lock === null ? undefined : this.#keep()))
    } finally {
      this.#busy = false
    }
    this.#later()
  }

  /** Never rejects: failures are retried with the next change. */
  async #keep(): Promise<void> {
    const { recipes } = this.#list.getSnapshot()
    const owner = this.#database.owner()
    const cards = recipes.filter(({ stored }) => stored).map(({ card }) => card)
    const wanted = () => owner === this.#database.owner() && this.#list.getSnapshot().synced
    this.#kept = recipes
    try {
      await this.#database.putList(owner, { keptAt: Date.now(), cards })
      await this.#keepWhole(owner, mostWanted(cards), wanted)
      keptProblem().clear()
    } catch (thrown) {
      if (thrown instanceof DOMException && thrown.name === 'QuotaExceededError') keptProblem().write('full')
    }
  }

  async #keepWhole(owner: string, cards: readonly RecipeCard[], wanted: () => boolean): Promise<void> {
    const before = await this.#database.versions()
    const ids = new Set(cards.map(({ id }) => id))
    await this.#database.dropRecipes(
      owner,
      [...before.keys()].filter((id) => !ids.has(id)),
    )
    const missing = cards.filter(({ id, version, status }) => status !== 'PENDING' && before.get(id) !== version)
    const left = new Set(missing.map(({ id }) => id))
    let batch: Recipe[] = []
    for await (const some of left.size === 0 ? [] : this.#api.exportSome([...left])) {
      if (!wanted()) return
      for (const recipe of some) if (left.delete(recipe.id)) batch.push(recipe)
      if (batch.length >= AT_ONCE) {
        await this.#database.putRecipes(owner, batch)
        batch = []
      }
      if (left.size === 0) break
    }
    await this.#database.putRecipes(owner, batch)
    const pictures = cards.flatMap(({ imageUrl }) => (imageUrl === null ? [] : [`/${imageUrl}`]))
    await this.#pictures.keepOnly(pictures, wanted)
  }
}
