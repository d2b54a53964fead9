import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import { GET_RECIPE, LIST_RECIPES } from '../../../contract/operations'
import { deviceStorage, type StorageArea } from '../../lib/browser/storage'
import { KEPT_DATABASE } from '../../lib/offline/kept-names'
import { ownerHere } from '../../lib/recipe/owner'
import type { Recipe, RecipeCard } from '../../lib/recipe/recipe'

export interface KeptList {
  /** When the list was last complete and current, in milliseconds since 1970. */
  readonly keptAt: number
  readonly cards: readonly RecipeCard[]
}

interface About {
  /** The member's sub, or "guest". */
  readonly owner: string
  /** Text of the queries. Data of other queries has other fields and is discarded. */
  readonly shape: string
}

interface Kept extends DBSchema {
  about: { key: 'about'; value: About }
  list: { key: 'list'; value: KeptList }
  recipes: { key: string; value: Recipe; indexes: { version: number } }
}

const SHAPE = LIST_RECIPES.text + GET_RECIPE.text

/**
 * Recipes kept in IndexedDB for offline use, of one owner at a time. For another owner, reads return nothing and writes
 * replace the data. Reads never reject; writes reject, with a `QuotaExceededError` if storage is full.
 */
export class KeptDatabase {
  readonly #storage: StorageArea
  #database: Promise<IDBPDatabase<Kept>> | undefined

  constructor(storage: StorageArea = deviceStorage()) {
    this.#storage = storage
  }

  async list(): Promise<KeptList | null> {
    return this.#read(async (database) => (await database.get('list', 'list')) ?? null)
  }

  async recipe(id: string): Promise<Recipe | null> {
    return this.#read(async (database) => (await database.get('recipes', id)) ?? null)
  }

  /** The kept version of each recipe, by id. */
  async versions(): Promise<ReadonlyMap<string, number>> {
    const versions = new Map<string, number>()
    await this.#read(async (database) => {
      let cursor = await database.transaction('recipes').store.index('version').openKeyCursor()
      for (; cursor !== null; cursor = await cursor.continue()) versions.set(cursor.primaryKey, cursor.key)
      return null
    })
    return versions
  }

  /** @param owner of the list; nothing is stored if the current owner is another. */
  async putList(owner: string, list: KeptList): Promise<void> {
    const database = await this.#openFor(owner)
    await database?.put('list', list, 'list')
  }

  async putRecipes(owner: string, recipes: readonly Recipe[]): Promise<void> {
    const database = await this.#openFor(owner)
    if (database === null) return
    const transaction = database.transaction('recipes', 'readwrite')
    await Promise.all([...recipes.map((recipe) => transaction.store.put(recipe)), transaction.done])
  }

  async dropRecipes(owner: string, ids: readonly string[]): Promise<void> {
    const database = await this.#openFor(owner)
    if (database === null || ids.length === 0) return
    const transaction = database.transaction('recipes', 'readwrite')
    await Promise.all([...ids.map((id) => transaction.store.delete(id)), transaction.done])
  }

  owner(): string {
    return ownerHere(this.#storage)
  }

  async #read<Result>(read: (database: IDBPDatabase<Kept>) => Promise<Result | null>): Promise<Result | null> {
    try {
      const database = await this.#open()
      return (await this.#isOf(database, this.owner())) ? await read(database) : null
    } catch {
      this.#database = undefined
      return null
    }
  }

  /** Opens the database and clears data of another owner or shape. Null if `owner` is not the current owner. */
  async #openFor(owner: string): Promise<IDBPDatabase<Kept> | null> {
    const database = await this.#open()
    if (owner !== this.owner()) return null
    if (await this.#isOf(database, owner)) return database
    const transaction = database.transaction(['about', 'list', 'recipes'], 'readwrite')
    await Promise.all([
      transaction.objectStore('list').clear(),
      transaction.objectStore('recipes').clear(),
      transaction.objectStore('about').put({ owner, shape: SHAPE }, 'about'),
      transaction.done,
    ])
    return database
  }

  async #isOf(database: IDBPDatabase<Kept>, owner: string): Promise<boolean> {
    const about = await database.get('about', 'about')
    return about?.owner === owner && about.shape === SHAPE
  }

  #open(): Promise<IDBPDatabase<Kept>> {
    this.#database ??= openDB<Kept>(KEPT_DATABASE, 1, {
      upgrade(database) {
        database.createObjectStore('about')
        database.createObjectStore('list')
        database.createObjectStore('recipes', { keyPath: 'id' }).createIndex('version', 'version')
      },
      // Must not block another tab that deletes the database.
      blocking: (_current, _blocked, event) => {
        this.#database = undefined
        if (event.target instanceof IDBDatabase) event.target.close()
      },
      terminated: () => {
        this.#database = undefined
      },
    }).catch((thrown: unknown) => {
      this.#database = undefined
      throw thrown
    })
    return this.#database
  }
}

/** Recipes available offline. Returns null if nothing is kept for the current owner. */
export interface KeptRecipes {
  list(): Promise<KeptList | null>
  recipe(id: string): Promise<Recipe | null>
}

const database = new KeptDatabase()

export function keptRecipes(): KeptRecipes {
  return database
}
