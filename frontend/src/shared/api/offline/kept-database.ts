import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import { GET_RECIPE, LIST_RECIPES } from '../../../contract/operations'
import { deviceStorage, type StorageArea } from '../../lib/browser/storage'
import { KEPT_DATABASE } from '../../lib/offline/kept-names'
import { ownerHere } from '../../lib/recipe/personal-data'
import type { Recipe, RecipeCard } from '../../lib/recipe/recipe'

export interface KeptList {
  /** When the list was known to be whole and true: milliseconds since 1970. */
  readonly keptAt: number
  readonly cards: readonly RecipeCard[]
}

interface About {
  /** Whose recipes these are: the member's sub, or "guest". */
  readonly owner: string
  /** What was asked of the server: an answer to another question has other fields. */
  readonly shape: string
}

interface Kept extends DBSchema {
  about: { key: 'about'; value: About }
  list: { key: 'list'; value: KeptList }
  recipes: { key: string; value: Recipe; indexes: { version: number } }
}

const SHAPE = LIST_RECIPES.text + GET_RECIPE.text

/**
 * The recipes that this browser keeps, of one person at a time: whoever else is here finds nothing, and what they keep
 * takes its place. Reading answers nothing where the browser keeps nothing; writing rejects, with a
 * `QuotaExceededError` where there is no room.
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

  /** The version in which each recipe is kept. */
  async versions(): Promise<ReadonlyMap<string, number>> {
    const versions = new Map<string, number>()
    await this.#read(async (database) => {
      let cursor = await database.transaction('recipes').store.index('version').openKeyCursor()
      for (; cursor !== null; cursor = await cursor.continue()) versions.set(cursor.primaryKey, cursor.key)
      return null
    })
    return versions
  }

  /** @param owner whose list it is; it is not kept when somebody else is here by now. */
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

  /** Whose recipes may be read and kept now. */
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

  /** The database, emptied of what was another's or of another shape; null when somebody else is here. */
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
      // A tab that forgets everything must not wait for this one.
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

/** What of somebody's recipes is here without a network. It answers null where nothing is kept for whoever is here. */
export interface KeptRecipes {
  list(): Promise<KeptList | null>
  recipe(id: string): Promise<Recipe | null>
}

const database = new KeptDatabase()

export function keptRecipes(): KeptRecipes {
  return database
}
