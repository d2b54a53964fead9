/**
 * Edits saved offline, stored in the browser until they are sent, at most one per recipe. A sign-out deletes them;
 * those of an expired session are set aside for their owner.
 */
import { fittingOf, nullable, objectOf, type Schema, text, withDefault } from '../browser/schema'
import { deviceStorage, keysOf, readText, type StorageArea } from '../browser/storage'
import { StoredCollection } from '../browser/stored-value'
import { STORED_DRAFT, type StoredDraft } from '../editing/stored-draft'

const PREFIX = 'zest.edit.'
const listeners = new Set<() => void>()

/** A link of an ingredient line to another recipe, or none. The line is named by text, because its index may change. */
export interface WaitingLink {
  readonly text: string
  readonly recipe: string | null
}

/** The edited recipe, its base version, and links that are sent after the edit. */
export interface WaitingEdit extends StoredDraft {
  readonly links?: readonly WaitingLink[]
}

const LINKS = objectOf({ links: withDefault(fittingOf(objectOf({ text, recipe: nullable(text) })), []) })

const WAITING_EDIT: Schema<WaitingEdit> = (value) => {
  const edit = STORED_DRAFT(value)
  return edit && { ...edit, ...LINKS(value) }
}

export class WaitingEdits {
  readonly #stored: StoredCollection<WaitingEdit>
  readonly #storage: StorageArea

  constructor(storage: StorageArea = deviceStorage()) {
    this.#storage = storage
    this.#stored = new StoredCollection(PREFIX, WAITING_EDIT, storage)
  }

  /** All waiting edits, oldest first. */
  all(): WaitingEdit[] {
    return this.#stored.all().sort((a, b) => Date.parse(a.savedAt) - Date.parse(b.savedAt))
  }

  /** Number of waiting edits; fast, because it reads keys only. */
  readonly count = (): number => keysOf(this.#storage).filter((key) => key.startsWith(PREFIX)).length

  /** Whether an edit of this recipe is waiting; fast. */
  isAnyOf(id: string): boolean {
    return readText(this.#storage, PREFIX + id) != null
  }

  of(id: string): WaitingEdit | null {
    return this.all().find((edit) => edit.id === id) ?? null
  }

  /** Whether exactly this edit is still waiting, not a later one. */
  has({ id, savedAt }: WaitingEdit): boolean {
    return this.of(id)?.savedAt === savedAt
  }

  /** Replaces an earlier edit of the recipe, but not its links if none are given. Returns whether it was stored. */
  put(edit: WaitingEdit): boolean {
    this.#stored.put({ ...edit, links: edit.links ?? this.of(edit.id)?.links ?? [] })
    tell()
    return this.has(edit)
  }

  drop(id: string): void {
    this.#stored.drop(id)
    tell()
  }

  /** Subscribes to changes by this page and other tabs. Returns the unsubscribe function. */
  readonly subscribe = (listener: () => void): (() => void) => {
    listeners.add(listener)
    addEventListener('storage', listener)
    return () => {
      listeners.delete(listener)
      removeEventListener('storage', listener)
    }
  }
}

function tell(): void {
  for (const listener of listeners) listener()
}
