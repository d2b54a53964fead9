import { createStore, type StoreApi } from 'zustand/vanilla'
import { LIST_RECIPES } from '../../../contract/operations'
import { deviceStorage, removeText, type StorageArea } from '../../lib/browser/storage'
import type { DeletionBatch } from '../../lib/list/deletions'
import { FirstCards } from '../../lib/list/first-cards'
import type { MarkChanges } from '../../lib/recipe/marks'
import { BATCH_KEY, isSetAside } from '../../lib/recipe/personal-data'
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
  /** Newest first, without recipes pending deletion. The same array until one of them changes. */
  readonly recipes: readonly ShownRecipe[]
  /** `ready` from the first page on; `unreachable` only if nothing was ever loaded. */
  readonly phase: 'loading' | 'ready' | 'unreachable'
  /** Whether all pages have been loaded; until then older recipes may be missing. */
  readonly whole: boolean
  readonly synced: boolean
  /** When the shown list was kept for offline use, in milliseconds since 1970; null if it is the server's list. */
  readonly keptAt: number | null
  readonly connection: ConnectionState
  /** Deletions that this page can still undo. */
  readonly deletions: readonly DeletionBatch[]
  readonly failures: readonly DeletionFailure[]
  /** Marks that the server's list does not contain yet, by recipe id; already applied to `recipes`. */
  readonly marks: ReadonlyMap<string, MarkChanges>
  /** Result of a batch deletion in which some recipes were not deleted. */
  readonly report: DeletionBatchReport | null
}

/** The stored first cards of the list. */
export function firstCards(storage: StorageArea): FirstCards {
  return new FirstCards(storage, LIST_RECIPES.text)
}

/** Delay after which the stored list is shown while the response is pending. */
const SLOW_MS = 2_500

/** Without a service worker this code cannot be loaded offline. */
async function keptHere(): Promise<KeptRecipes | null> {
  if (navigator.serviceWorker?.controller == null) return null
  return (await import('../offline/kept-database')).keptRecipes()
}

export interface RecipeStoreOptions {
  readonly storage?: StorageArea
  /** Loads the uploader on first use. */
  readonly loadUploader?: (isWanted: (id: string) => boolean) => Promise<Uploader>
  /** Loads the recipes kept for offline use; null if there are none. */
  readonly loadKept?: () => Promise<KeptRecipes | null>
  /** Cards to show until the server has answered. */
  readonly first?: FirstCards
  /** Receives recipes that were deleted although no response names them. */
  readonly onLateDeletions?: (ids: readonly string[]) => void
}

/**
 * The caller's recipes as shown: the server's list plus unconfirmed changes, without pending deletions. Coordinates the
 * parts, each of which has its own file. React reads it through `useRecipes`.
 */
export class RecipeStore {
  readonly cache: RecipeCache
  readonly marks: LazyMarks
  readonly uploads: UploadQueue
  readonly #api: RecipeApi
  readonly #storage: StorageArea
  readonly #onLateDeletions: (ids: readonly string[]) => void
  readonly #live: LiveRecipes
  readonly #outbox: Outbox
  readonly #deletions: PendingDeletions
  readonly #shown = new ShownRecipes()
  readonly #state: StoreApi<RecipesSnapshot>
  readonly subscribe: (listener: () => void) => () => void
  readonly getSnapshot: () => RecipesSnapshot
  readonly #first: FirstCards | undefined
  readonly #loadKept: () => Promise<KeptRecipes | null>
  #keptTimer: ReturnType<typeof setTimeout> | undefined
  #keptAt: number | null = null
  /** True between `start` and `stop`. */
  #wanted = false
  #running = false
  /** Incremented when the caller changes. */
  #generation = 0

  constructor(
    backend: Backend,
    {
      storage = deviceStorage(),
      loadUploader = async (isWanted) => (await import('../uploads/uploader')).uploader(backend, isWanted),
      loadKept = keptHere,
      first,
      onLateDeletions = () => undefined,
    }: RecipeStoreOptions = {},
  ) {
    const onChange = () => this.#changed()
    this.#loadKept = loadKept
    this.#first = first
    this.#storage = storage
    this.#api = new RecipeApi(backend)
    this.#onLateDeletions = onLateDeletions
    this.cache = new RecipeCache(this.#api, loadKept)
    // Includes uploads that were set aside: their owner may sign in again.
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
    this.#state = createStore(() => this.#look())
    this.subscribe = this.#state.subscribe
    this.getSnapshot = this.#state.getState
    const cards = first?.read() ?? []
    if (cards.length > 0) this.#live.takeKept(cards)
  }

  /** Whether there are cards to show before the server answers. */
  get showsAtOnce(): boolean {
    return this.getSnapshot().recipes.length > 0
  }

  start(): void {
    this.#wanted = true
    this.#run()
  }

  stop(): void {
    this.#wanted = false
    this.#rest()
  }

  /**
   * Restarts with new credentials, or for another caller, whose list starts empty. Unsent changes are sent for the new
   * caller.
   * @param ready when to start; the list shows as loading until then. A rejection also starts.
   */
  restart(whose: 'same' | 'other', ready: Promise<void> = Promise.resolve()): void {
    if (whose === 'same') {
      // A connection that is being restored uses the new credentials automatically.
      if (!this.#running || this.#live.connection === 'reconnecting') return
      this.#rest()
      this.#run()
      return
    }
    // First, so that the former caller's list is never shown.
    this.#generation += 1
    this.#keptAt = null
    this.#live.reset()
    this.#first?.forget()
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

  /** Submits an address. The card is in the list immediately, with the returned id. */
  submit(url: string, language: Language): string {
    return this.#outbox.submit(url, language)
  }

  /** Submits photos or a file. The card is in the list immediately, with the returned id. */
  submitUpload(upload: NewUpload, language: Language): string {
    return this.#outbox.submitUpload(upload, language)
  }

  cancelUpload(id: string): void {
    this.#outbox.discard(id)
    this.#changed()
  }

  /**
   * Retries a failed import or an unsent submission. Rejects with a `Problem`.
   * @param start asks the server for the retry.
   */
  async retry(id: string, start = () => this.#api.retry(id)): Promise<void> {
    if (this.#outbox.of(id) !== undefined && !this.#live.knows(id)) await this.#outbox.retry(id)
    else this.#live.take(await start())
  }

  /** Loads the code for marks in advance; called where marks are shown. */
  prepareMarks(): void {
    this.marks.prepare()
  }

  /** Sets marks on a recipe: shown immediately, sent when online. Rejects with a `Problem` if the server refuses. */
  mark(id: string, changes: MarkChanges): Promise<void> {
    return this.marks.put(id, changes)
  }

  /** Hides a recipe immediately and stores its deletion: `carryOut` sends it, `takeBack` cancels it. */
  remove(id: string, title: string | null): void {
    this.removeAll([{ id, title }])
  }

  /** Hides several recipes immediately, as one batch. */
  removeAll(recipes: readonly { readonly id: string; readonly title: string | null }[]): void {
    const known = recipes.filter(
      // A refused submission never became a recipe. Others may have, even without a response.
      ({ id }) => this.#live.knows(id) || this.#outbox.of(id) === undefined || this.#outbox.discard(id),
    )
    if (this.#deletions.ask(known, Date.now()) === null) this.#changed()
  }

  /** @param batch id of the deletion; for a single recipe the recipe's id. */
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
   * Called before a sign-out: sends pending deletions and drops changes that could not be sent, so that the next user
   * neither sees nor sends them.
   */
  async leave(): Promise<void> {
    await this.#deletions.carryOutAll()
    this.#deletions.forget()
    this.#outbox.discardAll()
    // Cancels a batch of addresses.
    removeText(this.#storage, BATCH_KEY)
    this.marks.discardAll()
    this.#changed()
  }

  /**
   * Deletes all recipes, and in any case shown recipes and unsent changes. Recipes left after a rejection with a
   * `Problem` are loaded again.
   * @param onProgress receives the number deleted so far.
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

  /** Waits until all pages are loaded, at most `mostMs`. */
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

  /** Shows the kept list if the server has not answered. Never rejects. */
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
    if (this.#live.loaded !== 'nothing') this.#first?.write(this.#live.list.order)
    this.#state.setState(this.#look())
  }

  #look(): RecipesSnapshot {
    const { list, loaded, connection } = this.#live
    return {
      recipes: this.#shown.of(list, this.#outbox.submissions, this.#deletions.pending, this.marks.shown),
      phase:
        loaded !== 'nothing' || this.#keptAt !== null || list.order.length > 0
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
