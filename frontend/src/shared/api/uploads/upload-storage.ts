/**
 * The bytes of uploads that are on their way, kept in the browser until the server has them: a reload or a closed tab
 * then loses nothing. Where the browser keeps nothing (a private window, a full disk) they live as long as the page.
 */
import { UPLOAD_DATABASE } from '../../lib/recipe/personal-data'

const STORE = 'parts'

export class UploadStorage {
  #database: Promise<IDBDatabase | null> | undefined

  /** @param id the recipe's that is made of them. */
  async put(id: string, parts: readonly Blob[]): Promise<void> {
    await this.#do('readwrite', (store) => store.put(parts, id))
  }

  /** Null when they are not there. */
  async get(id: string): Promise<readonly Blob[] | null> {
    const stored: unknown = await this.#do('readonly', (store) => store.get(id))
    return Array.isArray(stored) && stored.every((part) => part instanceof Blob) ? stored : null
  }

  async drop(id: string): Promise<void> {
    await this.#do('readwrite', (store) => store.delete(id))
  }

  /** Forgets what belongs to none of these, for instance because its owner has left this browser. */
  async keepOnly(isWanted: (id: string) => boolean): Promise<void> {
    const keys = await this.#do('readonly', (store) => store.getAllKeys())
    if (!Array.isArray(keys)) return
    for (const key of keys) if (typeof key === 'string' && !isWanted(key)) await this.drop(key)
  }

  /** Undefined when the browser does not do it. */
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
      // The connection was closed meanwhile, because everything was forgotten; the next one opens anew.
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
      // A tab that forgets everything must not wait for this one.
      request.result.onversionchange = () => request.result.close()
      resolve(request.result)
    }
  })
}
