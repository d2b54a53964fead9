/**
 * One small thing that this device remembers, shared by all open tabs. Storage may be full or forbidden; then it is
 * kept for as long as the page is open.
 */
export class Kept<Thing> {
  readonly #key: string
  readonly #read: (value: unknown) => Thing
  readonly #listeners = new Set<() => void>()
  #text: string | null = null
  #thing: Thing

  /** @param read makes a thing of whatever is stored, of null too: storage is anybody's. */
  constructor(key: string, read: (value: unknown) => Thing) {
    this.#key = key
    this.#read = read
    this.#thing = read(null)
    this.#load()
  }

  readonly get = (): Thing => this.#thing

  readonly set = (thing: Thing): void => {
    this.#thing = thing
    this.#text = JSON.stringify(thing)
    try {
      localStorage.setItem(this.#key, this.#text)
    } catch {
      // It stays in memory.
    }
    this.#tell()
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    if (this.#listeners.size === 0) {
      addEventListener('storage', this.#onStorage)
      this.#load()
    }
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
      if (this.#listeners.size === 0) removeEventListener('storage', this.#onStorage)
    }
  }

  readonly #onStorage = (event: StorageEvent): void => {
    if (event.key !== this.#key && event.key !== null) return
    this.#load()
    this.#tell()
  }

  /** Reads what is stored, if that is something new; what is not there any more was forgotten on purpose. */
  #load(): void {
    const stored = read(this.#key)
    if (stored === undefined || stored === this.#text) return
    this.#text = stored
    this.#thing = this.#read(parsed(stored))
  }

  #tell(): void {
    for (const listener of this.#listeners) listener()
  }
}

function read(key: string): string | null | undefined {
  try {
    return localStorage.getItem(key)
  } catch {
    return undefined
  }
}

function parsed(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text)
  } catch {
    return null
  }
}
