import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import { BATCH_DATABASE } from '../../../shared/lib/recipe/personal-data'
import type { Batch } from '../model/batch'

interface Batches extends DBSchema {
  batches: { key: string; value: Batch }
}

/** The batch of each owner, in IndexedDB. Without storage it lasts until the page is closed. */
export class BatchDatabase {
  #database: Promise<IDBPDatabase<Batches>> | undefined
  readonly #memory = new Map<string, Batch>()

  /** Changes the owner's batch in one transaction, because other tabs change it too. Null deletes it. */
  async change(owner: string, change: (batch: Batch | null) => Batch | null): Promise<Batch | null> {
    try {
      const { store, done } = (await this.#open()).transaction('batches', 'readwrite')
      const batch = change((await store.get(owner)) ?? null)
      await Promise.all([batch === null ? store.delete(owner) : store.put(batch, owner), done])
      return batch
    } catch {
      this.#database = undefined
      const batch = change(this.#memory.get(owner) ?? null)
      if (batch === null) this.#memory.delete(owner)
      else this.#memory.set(owner, batch)
      return batch
    }
  }

  #open(): Promise<IDBPDatabase<Batches>> {
    this.#database ??= openDB<Batches>(BATCH_DATABASE, 1, {
      upgrade: (database) => {
        database.createObjectStore('batches')
      },
      // Must not block another tab that deletes the database.
      blocking: (_current, _blocked, event) => {
        this.#database = undefined
        if (event.target instanceof IDBDatabase) event.target.close()
      },
      terminated: () => {
        this.#database = undefined
      },
    })
    return this.#database
  }
}
