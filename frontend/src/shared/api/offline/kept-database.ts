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
  list: { key: 'list'; value: { readonly keptAt: number; readonly chunks: number } }
  /** Chunks of the list; chunk 0 has the oldest cards, so that a new recipe changes only the last chunk. */
  cards: { key: number; value: readonly RecipeCard[] }
  recipes: { key: string; value: Recipe; indexes: { version: number } }
}

/** Cards per chunk. Copying a chunk to the database takes a few milliseconds; a long list would block the page. */
const CHUNK = 500

const SHAPE = LIST_RECIPES.text + GET_RECIPE.text

/**
 * Recipes kept in IndexedDB for offline use, of one owner at a time. For another owner, reads return nothing and writes
 * replace the data. Reads never reject; writes reject, with a `QuotaExceededError` if storage is full.
 */
export class KeptDatabase {
  readonly #storage: StorageArea
  #database: Promise<IDBPDatabase<Kept>> | undefined
  #written: { readonly keptAt: number; readonly chunks: readonly (readonly RecipeCard[])[] } | undefined

  constructor(storage: StorageArea = deviceStorage()) {
    this.#storage = storage
  }

  async list(): Promise<KeptList | null> {
    return this.#read(async (database) => {
      const transaction = database.transaction(['list', 'cards'])
      const list = await transaction.objectStore('list').get('list')
      if (list === undefined) return null
      const cards: RecipeCard[] = []
      for (let index = list.chunks - 1; index >= 0; index -= 1) {
        for (const card of (await transaction.objectStore('cards').get(index)) ?? []) cards.push(card)
      }
      return { keptAt: list.keptAt, cards }
    })
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
    if (database === null) return
    const { keptAt } = list
    const chunks = chunksOf(list.cards)
    const transaction = database.transaction(['list', 'cards'], 'readwrite')
    const stored = transaction.objectStore('list')
    const cards = transaction.objectStore('cards')
    // Another tab may have written since.
    const isOurs = this.#written !== undefined && (await stored.get('list'))?.keptAt === this.#written.keptAt
    const before = isOurs ? this.#written?.chunks : undefined
    for (const [index, chunk] of chunks.entries()) {
      if (!isSame(chunk, before?.[index])) await cards.put(chunk, index)
    }
    await cards.delete(IDBKeyRange.lowerBound(chunks.length))
    await stored.put({ keptAt, chunks: chunks.length }, 'list')
    await transaction.done
    this.#written = { keptAt, chunks }
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
    const transaction = database.transaction(['about', 'list', 'cards', 'recipes'], 'readwrite')
    await Promise.all([
      transaction.objectStore('list').clear(),
      transaction.objectStore('cards').clear(),
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
    this.#database ??= openDB<Kept>(KEPT_DATABASE, 2, {
      upgrade(database, before) {
        // Version 1 stored the list in one piece.
        if (before === 1) database.deleteObjectStore('list')
        database.createObjectStore('list')
        database.createObjectStore('cards')
        if (before === 1) return
        database.createObjectStore('about')
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

function chunksOf(cards: readonly RecipeCard[]): RecipeCard[][] {
  const chunks: RecipeCard[][] = []
  for (let end = cards.length; end > 0; end -= CHUNK) chunks.push(cards.slice(Math.max(0, end - CHUNK), end))
  return chunks
}

function isSame(chunk: readonly RecipeCard[], before: readonly RecipeCard[] | undefined): boolean {
  return chunk.length === before?.length && chunk.every((card, index) => card === before[index])
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
