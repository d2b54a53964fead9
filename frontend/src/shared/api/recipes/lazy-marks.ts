import { keysOf, removeText, type StorageArea } from '../../lib/browser/storage'
import type { MarkChanges } from '../../lib/recipe/marks'
import type { PendingMarks, PendingMarksHooks } from './pending-marks'

/** Of the keys under which marks are stored. */
const PREFIX = 'zest.marks.'

const NONE: ReadonlyMap<string, MarkChanges> = new Map()

/** The marks that are not confirmed; what keeps and sends them is loaded with the first of them. */
export class LazyMarks {
  readonly #storage: StorageArea
  readonly #hooks: PendingMarksHooks
  #loading: Promise<PendingMarks> | undefined
  #marks: PendingMarks | undefined

  constructor(storage: StorageArea, hooks: PendingMarksHooks) {
    this.#storage = storage
    this.#hooks = hooks
  }

  /** As `PendingMarks.shown`. */
  get shown(): ReadonlyMap<string, MarkChanges> {
    return this.#marks?.shown ?? NONE
  }

  /** Loads what it takes, so that a mark is shown at once, without a network too. */
  prepare(): void {
    this.load().catch(() => undefined)
  }

  /** As `PendingMarks.put`. */
  async put(id: string, changes: MarkChanges): Promise<void> {
    await (await this.load()).put(id, changes)
  }

  /** Sends what an earlier visit has left, or what waited for the network. */
  sendAll(): void {
    const isAny = this.#marks !== undefined || this.#keys().length > 0
    // A failed load is tried again with the next connection.
    if (isAny)
      this.load().then(
        (marks) => marks.sendAll(),
        () => undefined,
      )
  }

  /** Lets go of what the list shows by itself now. */
  settle(): void {
    this.#marks?.settle()
  }

  /** Somebody else is calling. */
  restart(): void {
    this.#marks?.restart()
  }

  /** Forgets all of them: somebody is about to leave this browser. */
  discardAll(): void {
    for (const key of this.#keys()) removeText(this.#storage, key)
    this.#marks?.restart()
  }

  #keys(): string[] {
    return keysOf(this.#storage).filter((key) => key.startsWith(PREFIX))
  }

  /** What keeps and sends them. Rejects where it cannot be had. */
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
