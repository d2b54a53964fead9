import { deviceStorage, type StorageArea } from '../../lib/browser/storage'
import type { DeletionBatch } from '../../lib/list/deletions'
import type { MarkChanges } from '../../lib/recipe/marks'
import { isSetAside } from '../../lib/recipe/personal-data'
import type { Language } from '../../lib/recipe/recipe'
import type { Backend } from '../backend'
import type { KeptRecipes } from '../offline/kept-database'
import { type NewUpload, type Uploader, UploadQueue } from '../uploads/upload-queue'
import { LazyMarks } from './lazy-marks'
import type { ConnectionState } from './live-connection'
import { LiveRecipes } from './live-recipes'
import { Outbox } from './outbox'
import { type DeletionBatchReport, type DeletionFailure, PendingDeletions } from './pending-deletions'
import { RecipeApi } from './recipe-api'
import { RecipeCache } from './recipe-cache'
import { type ShownRecipe, ShownRecipes } from './shown-recipes'

export interface RecipesSnapshot {
  /** Newest first, without those whose deletion was asked for. The same array as long as none of them changes. */
  readonly recipes: readonly ShownRecipe[]
  /** `ready` from the first page on; `unreachable` only while nothing has ever been loaded. */
  readonly phase: 'loading' | 'ready' | 'unreachable'
  /** Whether all pages have been loaded once; until then older recipes may be missing. */
  readonly whole: boolean
  /** True while the list is known to be complete and live. */
  readonly synced: boolean
  /** While the list is what this browser has kept: when that was true, in milliseconds since 1970. Else null. */
  readonly keptAt: number | null
  readonly connection: ConnectionState
  /** Deletions that this page can still take back. */
  readonly deletions: readonly DeletionBatch[]
  readonly failures: readonly DeletionFailure[]
  /** What was put on recipes and is not told by the server yet, by their ids; `recipes` shows it already. */
  readonly marks: ReadonlyMap<string, MarkChanges>
  /** What became of many removed at once, when some of them were not. */
  readonly report: DeletionBatchReport | null
}

/** A list that has not come by then may take long; what is kept is shown meanwhile. */
const SLOW_MS = 2_500

/** Without the service worker its code could not be had offline, and asking for it would load the page anew. */
async function keptHere(): Promise<KeptRecipes | null> {
  if (navigator.serviceWorker?.controller == null) return null
  return (await import('../offline/kept-database')).keptRecipes()
}

export interface RecipeStoreOptions {
  readonly storage?: StorageArea
  /** Brings what carries bytes, once there are any. */
  readonly loadUploader?: (isWanted: (id: string) => boolean) => Promise<Uploader>
  /** Brings what this browser keeps for a time without a network; null where it keeps nothing. */
  readonly loadKept?: () => Promise<KeptRecipes | null>
  /** Hears of recipes that are deleted although no answer of the server has named them. */
  readonly onLateDeletions?: (ids: readonly string[]) => void
}

/**
 * The caller's recipes as the pages see them: what the server has, what it has not confirmed yet, and without what is
 * to be deleted. It decides what concerns several of its parts; each part is a file of its own. React reads it through
 * `useRecipes`.
 */
export class RecipeStore {
  /** Whole recipes. */
  readonly cache: RecipeCache
  /** What was put on recipes and is not confirmed yet. */
  readonly marks: LazyMarks
  /** The uploads that are under way. */
  readonly uploads: UploadQueue
  readonly #api: RecipeApi
  readonly #onLateDeletions: (ids: readonly string[]) => void
  readonly #live: LiveRecipes
  readonly #outbox: Outbox
  readonly #deletions: PendingDeletions
  readonly #shown = new ShownRecipes()
  readonly #listeners = new Set<() => void>()
  #snapshot: RecipesSnapshot
  readonly #loadKept: () => Promise<KeptRecipes | null>
  #keptTimer: ReturnType<typeof setTimeout> | undefined
  #keptAt: number | null = null
  /** Between `start` and `stop`. */
  #wanted = false
  #running = false
  /** Grows when the caller changes. */
  #generation = 0

  constructor(
    backend: Backend,
    {
      storage = deviceStorage(),
      loadUploader = async (isWanted) => (await import('../uploads/uploader')).uploader(backend, isWanted),
      loadKept = keptHere,
      onLateDeletions = () => undefined,
    }: RecipeStoreOptions = {},
  ) {
    const onChange = () => this.#changed()
    this.#loadKept = loadKept
    this.#api = new RecipeApi(backend)
    this.#onLateDeletions = onLateDeletions
    this.cache = new RecipeCache(this.#api, loadKept)
    // What is set aside belongs to somebody who may come back.
    const isWanted = (id: string) => this.#outbox.isStored(id) || isSetAside(storage, id)
    this.uploads = new UploadQueue(() => loadUploader(isWanted))
    this.#live = new LiveRecipes(backend, { onChange, onConnected: () => this.#connected() })
    this.#outbox = new Outbox(this.#api, this.uploads, storage, {
      onChange,
      onCreated: (card) => {
        this.#live.take(card)
        this.#changed()
      },
      isConnected: () => this.#live.connection === 'connected',
    })
    this.#deletions = new PendingDeletions(backend, storage, {
      onChange,
      onDeleted: (ids) => {
        this.#live.takeDeleted(ids)
        this.cache.forget(ids)
      },
      onDeletedOnLeaving: onLateDeletions,
      isThere: (id) => this.#live.has(id),
    })
    this.marks = new LazyMarks(storage, {
      onChange,
      send: (id, changes) => this.cache.mark(id, changes),
      versionOf: (id) => this.#live.versionOf(id),
    })
    this.#snapshot = this.#look()
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly getSnapshot = (): RecipesSnapshot => this.#snapshot

  start(): void {
    this.#wanted = true
    this.#run()
  }

  stop(): void {
    this.#wanted = false
    this.#rest()
  }

  /**
   * Begins anew: for the same person with fresh credentials, or for another one, of whom nothing is known yet and
   * who sees nothing of the former one's. What this browser has not sent yet is sent in the name of the new one.
   *
   * @param ready when to begin; until then the list is loading. A rejection begins as well.
   */
  restart(whose: 'same' | 'other', ready: Promise<void> = Promise.resolve()): void {
    if (whose === 'same') {
      // A connection that is being mended takes the fresh credentials by itself, at its own pace.
      if (!this.#running || this.#live.connection === 'reconnecting') return
      this.#rest()
      this.#run()
      return
    }
    // First of all, so that nobody is ever shown the former person's list, not even by the way to the new one's.
    this.#generation += 1
    this.#keptAt = null
    this.#live.reset()
    this.#outbox.restart()
    this.marks.restart()
    this.#deletions.reload()
    this.#rest()
    this.#changed()
    this.cache.clear()
    const generation = this.#generation
    const begin = () => {
      if (this.#wanted && generation === this.#generation) this.#run()
    }
    ready.then(begin, begin)
  }

  retryConnection(): void {
    this.#live.retryNow()
  }

  /** Submits an address. The card stands in the list at once, under the id that is returned. */
  submit(url: string, language: Language): string {
    return this.#outbox.submit(url, language)
  }

  /** Submits pictures or a file: likewise. */
  submitUpload(upload: NewUpload, language: Language): string {
    return this.#outbox.submitUpload(upload, language)
  }

  /** Stops an upload that is under way; nothing is left of it. */
  cancelUpload(id: string): void {
    this.#outbox.discard(id)
    this.#changed()
  }

  /**
   * Starts a failed import, or a submission that could not be sent, once more. Rejects with a `Problem`.
   *
   * @param start how the server is asked for that.
   */
  async retry(id: string, start = () => this.#api.retry(id)): Promise<void> {
    if (this.#outbox.of(id) !== undefined && !this.#live.knows(id)) await this.#outbox.retry(id)
    else this.#live.take(await start())
  }

  /** Loads what it takes to mark recipes; whoever shows marks asks for it. */
  prepareMarks(): void {
    this.marks.prepare()
  }

  /**
   * Puts an owner's marks on a recipe: shown at once, and sent when there is a network. Rejects with a `Problem` where the
   * server refuses them.
   */
  mark(id: string, changes: MarkChanges): Promise<void> {
    return this.marks.put(id, changes)
  }

  /** Hides a recipe at once and remembers to delete it: `carryOut` does, `takeBack` forgets it again. */
  remove(id: string, title: string | null): void {
    this.removeAll([{ id, title }])
  }

  /** Hides many at once, as one deletion. */
  removeAll(recipes: readonly { readonly id: string; readonly title: string | null }[]): void {
    const known = recipes.filter(
      // A submission that was refused never became a recipe; any other may have, although no answer came.
      ({ id }) => this.#live.knows(id) || this.#outbox.of(id) === undefined || this.#outbox.discard(id),
    )
    if (this.#deletions.ask(known, Date.now()) === null) this.#changed()
  }

  /** @param batch a deletion's id, which for a single recipe is the recipe's. */
  takeBack(batch: string): void {
    this.#deletions.takeBack(batch)
  }

  carryOut(batch: string): Promise<void> {
    return this.#deletions.carryOut(batch)
  }

  dismissFailure(id: string): void {
    this.#deletions.dismissFailure(id)
  }

  dismissReport(): void {
    this.#deletions.dismissReport()
  }

  /**
   * For somebody who is about to leave this browser: sends what waits for its undo to end, and forgets whatever
   * could not be sent, so that the next person neither sees nor sends it.
   */
  async leave(): Promise<void> {
    await this.#deletions.carryOutAll()
    this.#deletions.forget()
    this.#outbox.discardAll()
    this.marks.discardAll()
    this.#changed()
  }

  /**
   * Deletes all recipes, telling how many are gone. What this browser shows and has not sent yet goes in any case; what
   * is left on the server when this rejects, with a `Problem`, comes back with the list.
   */
  async deleteAll(onProgress: (deleted: number) => void): Promise<void> {
    const ids = this.#live.list.order.map(({ id }) => id)
    try {
      await this.#api.deleteAll(onProgress)
      this.#onLateDeletions(ids)
    } finally {
      await this.leave()
      this.restart('other')
    }
  }

  /** Waits until all pages are loaded, but no longer than `mostMs`. */
  untilWhole(mostMs: number): Promise<void> {
    return new Promise((resolve) => {
      if (this.#live.loaded === 'all') {
        resolve()
        return
      }
      const end = () => {
        clearTimeout(timer)
        unsubscribe()
        resolve()
      }
      const timer = setTimeout(end, mostMs)
      const unsubscribe = this.subscribe(() => {
        if (this.#live.loaded === 'all') end()
      })
    })
  }

  #run(): void {
    if (this.#running) return
    this.#running = true
    this.#live.start()
    this.#deletions.start()
    this.#outbox.sendAll()
    this.marks.sendAll()
    this.#keptTimer = setTimeout(() => void this.#showKept(), navigator.onLine ? SLOW_MS : 0)
  }

  #connected(): void {
    this.#outbox.reconnected()
    this.marks.sendAll()
  }

  /** Shows what this browser keeps, where the server does not answer. Never rejects. */
  async #showKept(): Promise<void> {
    const generation = this.#generation
    const kept = this.#live.loaded === 'nothing' ? await this.#loadKept().catch(() => null) : null
    const list = await kept?.list()
    if (list == null || generation !== this.#generation || this.#live.loaded !== 'nothing') return
    this.#keptAt = list.keptAt
    this.#live.takeKept(list.cards)
  }

  #rest(): void {
    this.#running = false
    clearTimeout(this.#keptTimer)
    this.#live.stop()
    this.#deletions.stop()
  }

  #changed(): void {
    this.marks.settle()
    this.#snapshot = this.#look()
    for (const listener of this.#listeners) listener()
  }

  #look(): RecipesSnapshot {
    const { list, loaded, connection } = this.#live
    return {
      recipes: this.#shown.of(list, this.#outbox.submissions, this.#deletions.pending, this.marks.shown),
      phase:
        loaded !== 'nothing' || this.#keptAt !== null
          ? 'ready'
          : connection === 'reconnecting'
            ? 'unreachable'
            : 'loading',
      whole: loaded === 'all',
      synced: list.synced,
      keptAt: loaded === 'all' ? null : this.#keptAt,
      connection,
      deletions: this.#deletions.batches(),
      failures: this.#deletions.failures,
      marks: this.marks.shown,
      report: this.#deletions.report,
    }
  }
}
