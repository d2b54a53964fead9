import type { Schema } from './schema'
import { deviceStorage, keysOf, readText, removeText, type StorageArea, writeText } from './storage'

export interface Format<T> {
  /** The value of a stored string; undefined if invalid. */
  readonly parse: (text: string) => T | undefined
  readonly format: (value: T) => string
}

export const json = <T>(schema: Schema<T>): Format<T> => ({
  parse: (text) => {
    try {
      return schema(JSON.parse(text))
    } catch {
      return undefined
    }
  },
  format: JSON.stringify,
})

export const plain = <T extends string>(schema: Schema<T>): Format<T> => ({ parse: schema, format: String })

/**
 * One value stored under a key. Invalid data reads as the fallback. If storage fails, the value lasts as long as this
 * object. The same string gives the same object, so that React can compare results of `read`.
 */
export class StoredValue<T, Fallback = T> {
  readonly #key: string
  readonly #format: Format<T>
  readonly #fallback: Fallback
  readonly #storage: StorageArea
  readonly #listeners = new Set<() => void>()
  /** The stored string after the last read or write. */
  #text: string | null = null
  #value: T | Fallback

  constructor(key: string, format: Format<T>, fallback: Fallback, storage: StorageArea = deviceStorage()) {
    this.#key = key
    this.#format = format
    this.#fallback = fallback
    this.#storage = storage
    this.#value = fallback
  }

  readonly read = (): T | Fallback => {
    const text = readText(this.#storage, this.#key)
    // A missing string was deleted elsewhere. If storage is unreadable, the value is kept.
    if (text !== undefined && text !== this.#text) {
      this.#text = text
      const value = text === null ? undefined : this.#format.parse(text)
      this.#value = value === undefined ? this.#fallback : value
    }
    return this.#value
  }

  /** Returns whether the value is stored beyond this page. */
  readonly write = (value: T): boolean => {
    const text = this.#format.format(value)
    const isStored = writeText(this.#storage, this.#key, text)
    this.#text = isStored ? text : (readText(this.#storage, this.#key) ?? null)
    this.#value = value
    this.#tell()
    return isStored
  }

  readonly clear = (): void => {
    removeText(this.#storage, this.#key)
    this.#text = readText(this.#storage, this.#key) ?? null
    this.#value = this.#fallback
    this.#tell()
  }

  /** Subscribes to changes by this object and by other tabs. Returns the unsubscribe function. */
  readonly subscribe = (listener: () => void): (() => void) => {
    if (this.#listeners.size === 0) addEventListener('storage', this.#onStorage)
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
      if (this.#listeners.size === 0) removeEventListener('storage', this.#onStorage)
    }
  }

  readonly #onStorage = (event: StorageEvent): void => {
    // A null key means that the storage was cleared.
    if (event.key === this.#key || event.key === null) this.#tell()
  }

  #tell(): void {
    for (const listener of this.#listeners) listener()
  }
}

/**
 * Values with ids, each under its own key, so that tabs do not overwrite each other. Invalid values are skipped;
 * without storage the collection is empty.
 */
export class StoredCollection<T extends { readonly id: string }> {
  readonly #prefix: string
  readonly #format: Format<T>
  readonly #storage: StorageArea

  /** @param prefix prefix of the keys, including the final dot. */
  constructor(prefix: string, schema: Schema<T>, storage: StorageArea = deviceStorage()) {
    this.#prefix = prefix
    this.#format = json(schema)
    this.#storage = storage
  }

  all(): T[] {
    return keysOf(this.#storage)
      .filter((key) => key.startsWith(this.#prefix))
      .map((key) => this.#at(key))
      .filter((value) => value !== undefined)
  }

  has(id: string): boolean {
    return this.#at(this.#prefix + id) !== undefined
  }

  put(value: T): void {
    writeText(this.#storage, this.#prefix + value.id, this.#format.format(value))
  }

  drop(id: string): void {
    removeText(this.#storage, this.#prefix + id)
  }

  #at(key: string): T | undefined {
    const text = readText(this.#storage, key)
    return typeof text === 'string' ? this.#format.parse(text) : undefined
  }
}
