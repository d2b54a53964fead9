/**
 * Stores the bytes of pending uploads in IndexedDB, so that a reload or a closed tab loses nothing. Where storage is
 * not available (private window, full disk), the bytes last as long as the page.
 */
import { UPLOAD_DATABASE } from '../../lib/recipe/personal-data'

const STORE = 'parts'

export class UploadStorage {
  #database: Promise<IDBDatabase | null> | undefined

  /** @param id of the recipe. */
  async put(id: string, parts: readonly Blob[]): Promise<void> {
    await this.#do('readwrite', (store) => store.put(parts, id))
  }

  /** The stored bytes; null if nothing is stored. */
  async get(id: string): Promise<readonly Blob[] | null> {
    const stored: unknown = await this.#do('readonly', (store) => store.get(id))
    return Array.isArray(stored) && stored.every((part) => part instanceof Blob) ? stored : null
  }

  async drop(id: string): Promise<void> {
    await this.#do('readwrite', (store) => store.delete(id))
  }

  /** Deletes all other bytes, for example those of a former user. */
  async keepOnly(isWanted: (id: string) => boolean): Promise<void> {
    const keys = await this.#do('readonly', (store) => store.getAllKeys())
    if (!Array.isArray(keys)) return
    for (const key of keys) if (typeof key === 'string' && !isWanted(key)) await this.drop(key)
  }

  /** Performs a request; undefined if storage is not available. */
  async #do<Result>(
    mode: IDBTransactionMode,
    act: (store: IDBObjectStore) => IDBRequest<Result>,
  ): Promise<Result | undefined> {
    this.#database ??= open()
    const database = await this.#database
    if (database === null) return undefined
    try {
      const transaction = database.transaction(STORE, mode)
      const request = act(transaction.objectStore(STORE))
      return await new Promise((resolve) => {
        transaction.oncomplete = () => resolve(request.result)
        transaction.onabort = () => resolve(undefined)
      })
    } catch {
      // The database was closed or deleted; the next call opens it again.
      this.#database = undefined
      return undefined
    }
  }
}

function open(): Promise<IDBDatabase | null> {
  return new Promise((resolve) => {
    let request: IDBOpenDBRequest
    try {
      request = indexedDB.open(UPLOAD_DATABASE, 1)
    } catch {
      resolve(null)
      return
    }
    request.onupgradeneeded = () => request.result.createObjectStore(STORE)
    request.onerror = () => resolve(null)
    request.onblocked = () => resolve(null)
    request.onsuccess = () => {
      // Must not block another tab that deletes the database.
      request.result.onversionchange = () => request.result.close()
      resolve(request.result)
    }
  })
}
