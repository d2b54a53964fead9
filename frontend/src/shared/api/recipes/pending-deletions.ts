import { DELETE_RECIPE, DELETE_RECIPES } from '../../../contract/operations'
import { inOneTab } from '../../lib/browser/one-tab'
import type { StorageArea } from '../../lib/browser/storage'
import { StoredCollection } from '../../lib/browser/stored-value'
import { asProblem, type Problem, type ProblemCode } from '../../lib/errors'
import {
  batchesOf,
  type DeletionBatch,
  LEFT_BEHIND_AFTER_MS,
  PENDING_DELETION,
  type PendingDeletion,
} from '../../lib/list/deletions'
import type { Backend } from '../backend'
import { RecipeApi } from './recipe-api'

export interface DeletionFailure {
  readonly id: string
  readonly title: string | null
  readonly problem: ProblemCode
}

/** Result of a batch deletion in which some recipes were not deleted. */
export interface DeletionBatchReport {
  readonly id: string
  readonly count: number
  readonly failed: readonly DeletionFailure[]
}

export interface PendingDeletionsHooks {
  onChange(): void
  onDeleted(ids: readonly string[]): void
  /** Reports recipes that the request on page close deleted; this is confirmed only now. */
  onDeletedOnLeaving(ids: readonly string[]): void
  /** Whether the list still contains the recipe. */
  isThere(id: string): boolean
}

/** Storage changes of another tab may arrive this much later than the release of its lock. */
const STORAGE_LAG_MS = 1_000

/** Server limit per call. */
const MAX_AT_ONCE = 50

/**
 * Pending deletions: held while they can be undone, then sent singly or as a batch. They survive a lost network and a
 * closed tab.
 */
export class PendingDeletions {
  readonly #backend: Backend
  readonly #api: RecipeApi
  readonly #stored: StoredCollection<PendingDeletion>
  readonly #hooks: PendingDeletionsHooks
  #pending: PendingDeletion[]
  #failures: readonly DeletionFailure[] = []
  #report: DeletionBatchReport | null = null
  /** Incremented when the caller changes. */
  #generation = 0
  #running = false
  readonly #timers = new Set<ReturnType<typeof setTimeout>>()
  /** Batches that this page can undo, each with a function that releases its lock. */
  readonly #offers = new Map<string, () => void>()

  constructor(backend: Backend, storage: StorageArea, hooks: PendingDeletionsHooks) {
    this.#backend = backend
    this.#api = new RecipeApi(backend)
    this.#stored = new StoredCollection('zest.removal.', PENDING_DELETION, storage)
    this.#pending = this.#stored.all()
    this.#hooks = hooks
  }

  /** All pending deletions; their recipes are hidden. A new array after each change. */
  get pending(): readonly PendingDeletion[] {
    return this.#pending
  }

  /** Batches that this page can still undo. */
  batches(): readonly DeletionBatch[] {
    return batchesOf(this.#pending)
  }

  get failures(): readonly DeletionFailure[] {
    return this.#failures
  }

  get report(): DeletionBatchReport | null {
    return this.#report
  }

  start(): void {
    this.#running = true
    addEventListener('pagehide', this.#leave)
    // Batches that this page can undo are carried out when the undo ends.
    const leftBehind = this.#pending.filter(({ here }) => !here)
    for (const batch of new Set(leftBehind.map((deletion) => deletion.batch))) this.#carryOutWhenDue(batch)
  }

  stop(): void {
    this.#running = false
    removeEventListener('pagehide', this.#leave)
    for (const timer of this.#timers) clearTimeout(timer)
    this.#timers.clear()
  }

  /** Stores a batch of deletions and returns its id. `carryOut` sends it, `takeBack` cancels it. */
  ask(recipes: readonly { readonly id: string; readonly title: string | null }[], now: number): string | null {
    const asked = new Set(this.#pending.map(({ id }) => id))
    const fresh = recipes.filter(({ id }) => !asked.has(id))
    const batch = fresh[0]?.id
    if (batch === undefined) return null
    const deletions = fresh.map(({ id, title }) => ({
      id,
      batch,
      title,
      askedAt: now,
      here: true,
      sentOnLeaving: false,
    }))
    for (const deletion of deletions) this.#stored.put(deletion)
    this.#pending = [...this.#pending, ...deletions]
    const offer = new Promise<void>((end) => this.#offers.set(batch, end))
    void inOneTab(lockOf(batch), () => offer)
    this.#changed()
    // Fetched now, because on page close there is no time for it. Without ownership a later visit deletes.
    this.#backend.prepareOwnership().catch(() => undefined)
    return batch
  }

  takeBack(batch: string): void {
    this.#drop(this.#of(batch).map(({ id }) => id))
  }

  async carryOut(batch: string): Promise<void> {
    const deletions = this.#of(batch)
    if (deletions.length === 0) return
    const generation = this.#generation
    const failed = await this.#delete(deletions)
    if (failed.length === 0 || generation !== this.#generation) return
    if (deletions.length === 1) this.#failures = [...this.#failures, ...failed]
    else this.#report = { id: batch, count: deletions.length, failed }
    this.#changed()
  }

  /** Sends all batches that can still be undone, before a sign-out. */
  async carryOutAll(): Promise<void> {
    for (const { id } of this.batches()) await this.carryOut(id)
  }

  /** Reloads the stored deletions after the caller has changed, and clears failures. */
  reload(): void {
    this.#generation += 1
    this.#pending = this.#stored.all()
    this.#failures = []
    this.#report = null
    this.#endOffers()
  }

  forget(): void {
    for (const { id } of this.#pending) this.#stored.drop(id)
    this.#pending = []
    this.#failures = []
    this.#report = null
    this.#changed()
  }

  dismissFailure(id: string): void {
    this.#failures = this.#failures.filter((failure) => failure.id !== id)
    this.#changed()
  }

  dismissReport(): void {
    this.#report = null
    this.#changed()
  }

  #of(batch: string): PendingDeletion[] {
    return this.#pending.filter((deletion) => deletion.batch === batch)
  }

  /** Deletes recipes on the server. Returns the refused ones; those without an answer are retried later. */
  async #delete(deletions: readonly PendingDeletion[]): Promise<DeletionFailure[]> {
    const refused = new Map(
      (await this.#send(deletions.map(({ id }) => id))).map(({ id, problem }) => [id, problem.code]),
    )
    const problemOf = ({ id }: PendingDeletion) => refused.get(id) ?? null
    const done = deletions.filter((deletion) => isGone(problemOf(deletion)))
    const later = deletions.filter((deletion) => isPassing(problemOf(deletion)))
    if (done.length > 0) this.#hooks.onDeleted(done.map(({ id }) => id))
    const onLeaving = done.filter((deletion) => deletion.sentOnLeaving && problemOf(deletion) !== null)
    if (onLeaving.length > 0) this.#hooks.onDeletedOnLeaving(onLeaving.map(({ id }) => id))
    // Evaluated before the recipes are shown again: reports only failures of this page, for recipes still in the list.
    const failed = deletions.flatMap((deletion) => {
      const problem = problemOf(deletion)
      if (problem === null || isGone(problem) || isPassing(problem)) return []
      return deletion.here && this.#hooks.isThere(deletion.id)
        ? [{ id: deletion.id, title: deletion.title, problem }]
        : []
    })
    const kept = new Set(later.map(({ id }) => id))
    this.#drop(deletions.map(({ id }) => id).filter((id) => !kept.has(id)))
    if (later.length > 0) this.#postpone(later)
    return failed
  }

  /** Returns the recipes that were not deleted, with the reason. Never rejects. */
  async #send(ids: readonly string[]): Promise<readonly { readonly id: string; readonly problem: Problem }[]> {
    const [only] = ids
    if (ids.length > 1 || only === undefined) return (await this.#api.deleteMany(ids)).failed
    try {
      await this.#api.delete(only)
      return []
    } catch (thrown) {
      return [{ id: only, problem: asProblem(thrown) }]
    }
  }

  /** Keeps the deletions stored and the cards hidden, and retries later. */
  #postpone(deletions: readonly PendingDeletion[]): void {
    const ids = new Set(deletions.map(({ id }) => id))
    this.#pending = this.#pending.map((item) =>
      ids.has(item.id) ? { ...item, askedAt: Date.now(), here: false } : item,
    )
    this.#changed()
    for (const batch of new Set(deletions.map((deletion) => deletion.batch))) this.#carryOutWhenDue(batch)
  }

  /** Carries out a postponed deletion, or one of another tab or visit, once it can no longer be undone there. */
  #carryOutWhenDue(batch: string): void {
    const askedAt = Math.max(...this.#of(batch).map((deletion) => deletion.askedAt))
    const timer = setTimeout(
      () => {
        this.#timers.delete(timer)
        // Another tab may offer the undo for longer, because its timer can pause. So this waits for its lock.
        void inOneTab(lockOf(batch), async () => {
          await new Promise((resolve) => setTimeout(resolve, STORAGE_LAG_MS))
          if (!this.#running) return
          const takenBack = this.#of(batch).filter(({ id }) => !this.#stored.has(id))
          if (takenBack.length > 0) this.#drop(takenBack.map(({ id }) => id))
          await this.carryOut(batch)
        })
      },
      Math.max(0, askedAt + LEFT_BEHIND_AFTER_MS - STORAGE_LAG_MS - Date.now()),
    )
    this.#timers.add(timer)
  }

  #markSent(ids: readonly string[]): void {
    this.#pending = this.#pending.map((item) => (ids.includes(item.id) ? { ...item, sentOnLeaving: true } : item))
    for (const deletion of this.#pending) if (ids.includes(deletion.id)) this.#stored.put(deletion)
  }

  #changed(): void {
    this.#endOffers()
    this.#hooks.onChange()
  }

  #endOffers(): void {
    const standing = new Set(this.batches().map(({ id }) => id))
    for (const [batch, end] of this.#offers) {
      if (standing.has(batch)) continue
      this.#offers.delete(batch)
      end()
    }
  }

  #drop(ids: readonly string[]): void {
    const dropped = new Set(ids)
    for (const id of ids) this.#stored.drop(id)
    this.#pending = this.#pending.filter(({ id }) => !dropped.has(id))
    this.#changed()
  }

  readonly #leave = (): void => {
    for (const { ids } of this.batches()) {
      for (let from = 0; from < ids.length; from += MAX_AT_ONCE) {
        const some = ids.slice(from, from + MAX_AT_ONCE)
        const [only] = some
        const sent =
          some.length === 1 && only !== undefined
            ? this.#backend.sendOnLeaving(DELETE_RECIPE, { id: only })
            : this.#backend.sendOnLeaving(DELETE_RECIPES, { ids: some })
        if (sent) this.#markSent(some)
      }
    }
  }
}

/** A browser without locks relies on the delay alone. */
function lockOf(batch: string): string {
  return `zest.removal.${batch}`
}

/** Deleted now or earlier. */
function isGone(problem: ProblemCode | null): boolean {
  return problem === null || problem === 'RECIPE_NOT_FOUND'
}

/** No answer, or a temporary refusal. */
function isPassing(problem: ProblemCode | null): boolean {
  return problem === 'OFFLINE' || problem === 'BUSY'
}
