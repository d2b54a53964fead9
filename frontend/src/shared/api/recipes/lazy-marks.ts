import { keysOf, removeText, type StorageArea } from '../../lib/browser/storage'
import type { MarkChanges } from '../../lib/recipe/marks'
import type { PendingMarks, PendingMarksHooks } from './pending-marks'

const PREFIX = 'zest.marks.'

const NONE: ReadonlyMap<string, MarkChanges> = new Map()

/** Unconfirmed marks. Loads `PendingMarks` on first use. */
export class LazyMarks {
  readonly #storage: StorageArea
  readonly #hooks: PendingMarksHooks
  #loading: Promise<PendingMarks> | undefined
  #marks: PendingMarks | undefined

  constructor(storage: StorageArea, hooks: PendingMarksHooks) {
    this.#storage = storage
    this.#hooks = hooks
  }

  /** See `PendingMarks.shown`. */
  get shown(): ReadonlyMap<string, MarkChanges> {
    return this.#marks?.shown ?? NONE
  }

  /** Loads the code in advance, so that a mark shows immediately, also offline. */
  prepare(): void {
    this.load().catch(() => undefined)
  }

  /** See `PendingMarks.put`. */
  async put(id: string, changes: MarkChanges): Promise<void> {
    await (await this.load()).put(id, changes)
  }

  /** Sends marks that are stored from an earlier visit or from offline time. */
  sendAll(): void {
    const isAny = this.#marks !== undefined || this.#keys().length > 0
    // A failed load is retried on the next connection.
    if (isAny)
      this.load().then(
        (marks) => marks.sendAll(),
        () => undefined,
      )
  }

  /** Drops marks that the list already contains. */
  settle(): void {
    this.#marks?.settle()
  }

  /** Called when the caller changes. */
  restart(): void {
    this.#marks?.restart()
  }

  /** Deletes all unsent marks, before a sign-out. */
  discardAll(): void {
    for (const key of this.#keys()) removeText(this.#storage, key)
    this.#marks?.restart()
  }

  #keys(): string[] {
    return keysOf(this.#storage).filter((key) => key.startsWith(PREFIX))
  }

  /** Rejects if the code cannot be loaded. */
  async load(): Promise<PendingMarks> {
    this.#loading ??= import('./pending-marks').then(({ PendingMarks: Marks }) => {
      this.#marks = new Marks(PREFIX, this.#storage, this.#hooks)
      this.#hooks.onChange()
      return this.#marks
    })
    try {
      return await this.#loading
    } catch (thrown) {
      this.#loading = undefined
      throw thrown
    }
  }
}
