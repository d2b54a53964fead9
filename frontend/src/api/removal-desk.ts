import { asProblem, type Problem, type ProblemCode } from '../lib/problem'
import { batchesOf, LEFT_BEHIND_AFTER_MS, type Removal, type RemovalBatch, readRemoval } from '../lib/removals'
import type { Backend } from './backend'
import { DELETE_RECIPES } from './book-operations'
import { DELETE_RECIPE } from './operations'
import { RecipeBook } from './recipe-book'
import { Remembered } from './remembered'

export interface RemovalFailure {
  readonly id: string
  readonly title: string | null
  readonly problem: ProblemCode
}

/** What became of several recipes that were to be deleted together, when some of them were not. */
export interface RemovalReport {
  readonly id: string
  /** How many were asked for. */
  readonly count: number
  readonly failed: readonly RemovalFailure[]
}

export interface RemovalHooks {
  onChange(): void
  /** The server has deleted these. */
  onDeleted(ids: readonly string[]): void
  /** Whether the list still holds a recipe. */
  isThere(id: string): boolean
}

/** The server deletes at most this many in one call. */
const MOST_AT_ONCE = 50

/**
 * Takes wishes to delete, keeps them while they can be undone, and has them carried out, one or many at a time. A wish
 * outlives a lost network and a closed tab.
 */
export class RemovalDesk {
  readonly #backend: Backend
  readonly #book: RecipeBook
  readonly #remembered: Remembered<Removal>
  readonly #hooks: RemovalHooks
  #removals: Removal[]
  #failures: readonly RemovalFailure[] = []
  #report: RemovalReport | null = null
  readonly #timers = new Set<ReturnType<typeof setTimeout>>()

  constructor(backend: Backend, storage: Storage, hooks: RemovalHooks) {
    this.#backend = backend
    this.#book = new RecipeBook(backend)
    this.#remembered = new Remembered(storage, 'removal', readRemoval)
    this.#removals = this.#remembered.all()
    this.#hooks = hooks
  }

  /** All wishes; their recipes are not shown. Another array after each change. */
  get removals(): readonly Removal[] {
    return this.#removals
  }

  /** Those that this page can still take back. */
  batches(): readonly RemovalBatch[] {
    return batchesOf(this.#removals)
  }

  get failures(): readonly RemovalFailure[] {
    return this.#failures
  }

  get report(): RemovalReport | null {
    return this.#report
  }

  start(): void {
    addEventListener('pagehide', this.#leave)
    for (const batch of new Set(this.#removals.map((removal) => removal.batch))) this.#carryOutWhenDue(batch)
  }

  stop(): void {
    removeEventListener('pagehide', this.#leave)
    for (const timer of this.#timers) clearTimeout(timer)
    this.#timers.clear()
  }

  /** Remembers to delete recipes, together; `carryOut` does, `takeBack` forgets it again. The batch's id is returned. */
  ask(recipes: readonly { readonly id: string; readonly title: string | null }[], now: number): string | null {
    const asked = new Set(this.#removals.map(({ id }) => id))
    const fresh = recipes.filter(({ id }) => !asked.has(id))
    const batch = fresh[0]?.id
    if (batch === undefined) return null
    const removals = fresh.map(({ id, title }) => ({ id, batch, title, askedAt: now, here: true }))
    for (const removal of removals) this.#remembered.put(removal)
    this.#removals = [...this.#removals, ...removals]
    this.#hooks.onChange()
    // On leaving the page there is no time to ask for the proof, so it is fetched now; without it, a later visit deletes.
    this.#backend.prepareOwnership().catch(() => undefined)
    return batch
  }

  takeBack(batch: string): void {
    this.#drop(this.#of(batch).map(({ id }) => id))
  }

  async carryOut(batch: string): Promise<void> {
    const removals = this.#of(batch)
    if (removals.length === 0) return
    const failed = await this.#delete(removals)
    if (failed.length === 0) return
    if (removals.length === 1) this.#failures = [...this.#failures, ...failed]
    else this.#report = { id: batch, count: removals.length, failed }
    this.#hooks.onChange()
  }

  /** Sends whatever waits for its undo to end; for somebody who is about to sign out. */
  async carryOutAll(): Promise<void> {
    for (const { id } of this.batches()) await this.carryOut(id)
  }

  /** Takes up what is stored, for instance by the person who was here before; failures were that person's. */
  reload(): void {
    this.#removals = this.#remembered.all()
    this.#failures = []
    this.#report = null
  }

  /** Forgets every wish and every failure. */
  forget(): void {
    for (const { id } of this.#removals) this.#remembered.drop(id)
    this.#removals = []
    this.#failures = []
    this.#report = null
    this.#hooks.onChange()
  }

  dismissFailure(id: string): void {
    this.#failures = this.#failures.filter((failure) => failure.id !== id)
    this.#hooks.onChange()
  }

  dismissReport(): void {
    this.#report = null
    this.#hooks.onChange()
  }

  #of(batch: string): Removal[] {
    return this.#removals.filter((removal) => removal.batch === batch)
  }

  /** Has the server delete these; what it refused is returned, what it could not be asked is tried again later. */
  async #delete(removals: readonly Removal[]): Promise<RemovalFailure[]> {
    const refused = new Map(
      (await this.#send(removals.map(({ id }) => id))).map(({ id, problem }) => [id, problem.code]),
    )
    const problemOf = ({ id }: Removal) => refused.get(id) ?? null
    const done = removals.filter((removal) => isGone(problemOf(removal)))
    const later = removals.filter((removal) => isPassing(problemOf(removal)))
    if (done.length > 0) this.#hooks.onDeleted(done.map(({ id }) => id))
    // Before the rest is shown again: what this page asked for and the list still holds is worth a word.
    const failed = removals.flatMap((removal) => {
      const problem = problemOf(removal)
      if (problem === null || isGone(problem) || isPassing(problem)) return []
      return removal.here && this.#hooks.isThere(removal.id) ? [{ id: removal.id, title: removal.title, problem }] : []
    })
    const kept = new Set(later.map(({ id }) => id))
    this.#drop(removals.map(({ id }) => id).filter((id) => !kept.has(id)))
    if (later.length > 0) this.#postpone(later)
    return failed
  }

  /** Which recipes were not deleted, and why. Never rejects. */
  async #send(ids: readonly string[]): Promise<readonly { readonly id: string; readonly problem: Problem }[]> {
    const [only] = ids
    if (ids.length > 1 || only === undefined) return (await this.#book.deleteMany(ids)).failed
    try {
      await this.#backend.send(DELETE_RECIPE, { id: only })
      return []
    } catch (thrown) {
      return [{ id: only, problem: asProblem(thrown) }]
    }
  }

  /** The wishes stay stored and the cards hidden; they are carried out as soon as there is an answer. */
  #postpone(removals: readonly Removal[]): void {
    const ids = new Set(removals.map(({ id }) => id))
    this.#removals = this.#removals.map((item) =>
      ids.has(item.id) ? { ...item, askedAt: Date.now(), here: false } : item,
    )
    this.#hooks.onChange()
    for (const batch of new Set(removals.map((removal) => removal.batch))) this.#carryOutWhenDue(batch)
  }

  /** A removal that another tab or visit began is carried out once it is sure that nobody takes it back there. */
  #carryOutWhenDue(batch: string): void {
    const askedAt = Math.max(...this.#of(batch).map((removal) => removal.askedAt))
    const timer = setTimeout(
      () => {
        this.#timers.delete(timer)
        const takenBack = this.#of(batch).filter(({ id }) => !this.#remembered.has(id))
        if (takenBack.length > 0) this.#drop(takenBack.map(({ id }) => id))
        void this.carryOut(batch)
      },
      Math.max(0, askedAt + LEFT_BEHIND_AFTER_MS - Date.now()),
    )
    this.#timers.add(timer)
  }

  #drop(ids: readonly string[]): void {
    const dropped = new Set(ids)
    for (const id of ids) this.#remembered.drop(id)
    this.#removals = this.#removals.filter(({ id }) => !dropped.has(id))
    this.#hooks.onChange()
  }

  readonly #leave = (): void => {
    for (const { ids } of this.batches()) {
      for (let from = 0; from < ids.length; from += MOST_AT_ONCE) {
        const some = ids.slice(from, from + MOST_AT_ONCE)
        const [only] = some
        if (some.length === 1 && only !== undefined) this.#backend.sendOnLeaving(DELETE_RECIPE, { id: only })
        else this.#backend.sendOnLeaving(DELETE_RECIPES, { ids: some })
      }
    }
  }
}

/** Deleted now or before: both are what was wanted. */
function isGone(problem: ProblemCode | null): boolean {
  return problem === null || problem === 'RECIPE_NOT_FOUND'
}

/** Nobody has answered, or not for now. */
function isPassing(problem: ProblemCode | null): boolean {
  return problem === 'OFFLINE' || problem === 'BUSY'
}
