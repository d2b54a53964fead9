/**
 * Things kept in the browser's storage, one key each, so that two open tabs never overwrite each other's.
 * Storage may be full or forbidden; the app then works, only without its memory across visits.
 */
export class Remembered<Thing extends { readonly id: string }> {
  readonly #storage: Storage
  readonly #prefix: string
  readonly #read: (value: unknown) => Thing | null

  /** @param read checks what was stored: storage is anybody's, so whatever is not a thing is left out. */
  constructor(storage: Storage, name: string, read: (value: unknown) => Thing | null) {
    this.#storage = storage
    this.#prefix = `zest.${name}.`
    this.#read = read
  }

  all(): Thing[] {
    const things: Thing[] = []
    for (let index = 0; index < this.#storage.length; index += 1) {
      const key = this.#storage.key(index)
      if (key?.startsWith(this.#prefix) !== true) continue
      const thing = this.#parse(this.#storage.getItem(key))
      if (thing !== null) things.push(thing)
    }
    return things
  }

  has(id: string): boolean {
    return this.#parse(this.#storage.getItem(this.#prefix + id)) !== null
  }

  put(thing: Thing): void {
    try {
      this.#storage.setItem(this.#prefix + thing.id, JSON.stringify(thing))
    } catch {
      return
    }
  }

  drop(id: string): void {
    this.#storage.removeItem(this.#prefix + id)
  }

  #parse(text: string | null): Thing | null {
    if (text === null) return null
    try {
      return this.#read(JSON.parse(text))
    } catch {
      return null
    }
  }
}
