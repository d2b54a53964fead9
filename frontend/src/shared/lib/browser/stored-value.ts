import type { Schema } from './schema'
import { deviceStorage, keysOf, readText, removeText, type StorageArea, writeText } from './storage'

/** How values are written as texts. */
export interface Format<T> {
  /** Undefined for a text that is none of ours: storage is anybody's. */
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

/** A text that stands there as it is. */
export const plain = <T extends string>(schema: Schema<T>): Format<T> => ({ parse: schema, format: String })

/**
 * One value that this browser keeps under a key. What is damaged or foreign reads as the fallback. Storage may be full
 * or forbidden; then the value lasts as long as this object. The same text reads as the same value, so that React can
 * compare what `read` returns.
 */
export class StoredValue<T, Fallback = T> {
  readonly #key: string
  readonly #format: Format<T>
  readonly #fallback: Fallback
  readonly #storage: StorageArea
  readonly #listeners = new Set<() => void>()
  /** What storage held when it was last looked at. */
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
    // What is not there any more was forgotten on purpose; what could not be stored is not forgotten.
    if (text !== undefined && text !== this.#text) {
      this.#text = text
      const value = text === null ? undefined : this.#format.parse(text)
      this.#value = value === undefined ? this.#fallback : value
    }
    return this.#value
  }

  /** Returns whether the value will outlast this page. */
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

  /** Hears of what this object writes and of what other tabs do. The returned function ends it. */
  readonly subscribe = (listener: () => void): (() => void) => {
    if (this.#listeners.size === 0) addEventListener('storage', this.#onStorage)
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
      if (this.#listeners.size === 0) removeEventListener('storage', this.#onStorage)
    }
  }

  readonly #onStorage = (event: StorageEvent): void => {
    // A null key means that everything was forgotten.
    if (event.key === this.#key || event.key === null) this.#tell()
  }

  #tell(): void {
    for (const listener of this.#listeners) listener()
  }
}

/**
 * Values with ids, each under a key of its own, so that two open tabs never overwrite each other's. What does not fit
 * the schema is left out; where nothing can be stored the app works without this memory.
 */
export class StoredCollection<T extends { readonly id: string }> {
  readonly #prefix: string
  readonly #format: Format<T>
  readonly #storage: StorageArea

  /** @param prefix of the keys, with the point that ends it. */
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
