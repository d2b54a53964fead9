import {
  cardsOf,
  EMPTY_LIST,
  type LiveList,
  newestFirst,
  withChange,
  withDeleted,
  withFullLoad,
  withoutSync,
} from '../lib/live-list'
import { type Origins, readOrigins } from '../lib/origins'
import { type ProblemCode, problemCode, worthSendingAgain } from '../lib/problem'
import type { Language, Recipe, RecipeCard } from '../lib/recipe'
import { newRecipeId } from '../lib/recipe-id'
import { LEFT_BEHIND_AFTER_MS, type Removal, readRemoval } from '../lib/removals'
import { cardOfSubmission, readSubmission, type Submission } from '../lib/submissions'
import type { Backend } from './backend'
import { type ConnectionState, LiveConnection } from './live-connection'
import {
  asCard,
  CREATE_RECIPE,
  DELETE_RECIPE,
  GET_EXTRACTION,
  GET_RECIPE,
  LIST_RECIPES,
  RETRY_RECIPE,
} from './operations'
import { Remembered } from './remembered'

/** A recipe as the list shows it. */
export interface ShownRecipe {
  readonly card: RecipeCard
  /** Whether the server knows it; if not, it is a submission of this browser that is on its way or was refused. */
  readonly stored: boolean
}

export interface RemovalFailure {
  readonly id: string
  readonly title: string | null
  readonly problem: ProblemCode
}

export interface RecipesSnapshot {
  /** Newest first, without those whose removal was asked for. */
  readonly recipes: readonly ShownRecipe[]
  /** `unreachable` only while nothing has ever been loaded. */
  readonly phase: 'loading' | 'ready' | 'unreachable'
  /** True while the list is known to be complete and live. */
  readonly synced: boolean
  readonly connection: ConnectionState
  /** Removals that this page can still take back. */
  readonly removals: readonly Removal[]
  readonly failures: readonly RemovalFailure[]
}

const PAGE_SIZE = 100

/** The caller's recipes, kept live, and all that can be done with them. React reads it through `useRecipes`. */
export class RecipeStore {
  readonly #backend: Backend
  readonly #live: LiveConnection
  readonly #rememberedSubmissions: Remembered<Submission>
  readonly #rememberedRemovals: Remembered<Removal>
  readonly #listeners = new Set<() => void>()
  #list: LiveList = EMPTY_LIST
  #connection: ConnectionState = 'connecting'
  #loaded = false
  #submissions: Submission[]
  #removals: Removal[]
  #failures: RemovalFailure[] = []
  #snapshot: RecipesSnapshot
  /** Between `start` and `stop`. */
  #wanted = false
  #running = false
  /** Grows when the caller changes; what was asked for the former one no longer counts. */
  #era = 0
  readonly #timers = new Set<ReturnType<typeof setTimeout>>()

  constructor(backend: Backend, storage: Storage = localStorage) {
    this.#backend = backend
    this.#rememberedSubmissions = new Remembered(storage, 'submission', readSubmission)
    this.#rememberedRemovals = new Remembered(storage, 'removal', readRemoval)
    this.#submissions = this.#rememberedSubmissions.all()
    this.#removals = this.#rememberedRemovals.all()
    this.#snapshot = this.#look()
    this.#live = new LiveConnection(backend, {
      onChange: (change) => this.#setList(withChange(this.#list, change)),
      onState: (state) => this.#setConnection(state),
      load: (owner, stillLive) => this.#loadAll(owner, stillLive),
    })
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
      if (!this.#running || this.#connection === 'reconnecting') return
      this.#rest()
      this.#run()
      return
    }
    this.#rest()
    this.#era += 1
    this.#list = EMPTY_LIST
    this.#loaded = false
    this.#failures = []
    this.#submissions = this.#rememberedSubmissions.all()
    this.#removals = this.#rememberedRemovals.all()
    this.#changed()
    const era = this.#era
    const begin = () => {
      if (this.#wanted && era === this.#era) this.#run()
    }
    ready.then(begin, begin)
  }

  retryConnection(): void {
    this.#live.retryNow()
  }

  /** Submits an address. The card stands in the list at once; the id is made here, so sending again is harmless. */
  submit(url: string, language: Language): string {
    const submission = { id: newRecipeId(), url, language, createdAt: new Date().toISOString(), problem: null }
    this.#rememberedSubmissions.put(submission)
    this.#submissions = [...this.#submissions, submission]
    this.#changed()
    void this.#send(submission)
    return submission.id
  }

  /** Starts a failed import, or a submission that could not be sent, once more. Rejects with a `Problem`. */
  async retry(id: string): Promise<void> {
    const submission = this.#submissions.find((candidate) => candidate.id === id)
    if (submission !== undefined && this.#list.entries.get(id) === undefined) {
      await this.#send(submission)
      return
    }
    const { retryRecipe } = await this.#backend.send(RETRY_RECIPE, { id })
    if (retryRecipe !== null) this.#takeCard(asCard(retryRecipe))
  }

  /** Hides a recipe at once and remembers to delete it: `carryOut` does, `takeBack` forgets it again. */
  remove(id: string, title: string | null): void {
    const submission = this.#submissions.find((candidate) => candidate.id === id)
    if (submission !== undefined && this.#list.entries.get(id) === undefined) {
      this.#forgetSubmission(id)
      this.#changed()
      // A submission that was refused never became a recipe; any other may have, although no answer came.
      if (submission.problem !== null && !worthSendingAgain(submission.problem)) return
    }
    if (this.#removals.some((removal) => removal.id === id)) return
    const removal = { id, title, askedAt: Date.now(), here: true }
    this.#rememberedRemovals.put(removal)
    this.#removals = [...this.#removals, removal]
    this.#changed()
    // On leaving the page there is no time to ask for the proof, so it is fetched now; without it, a later visit deletes.
    this.#backend.prepareOwnership().catch(() => undefined)
  }

  takeBack(id: string): void {
    this.#rememberedRemovals.drop(id)
    this.#removals = this.#removals.filter((removal) => removal.id !== id)
    this.#changed()
  }

  async carryOut(id: string): Promise<void> {
    const removal = this.#removals.find((candidate) => candidate.id === id)
    if (removal === undefined) return
    try {
      await this.#backend.send(DELETE_RECIPE, { id })
    } catch (thrown) {
      const problem = problemCode(thrown)
      if (problem === 'OFFLINE' || problem === 'BUSY') {
        // The wish stays stored and the card hidden; it is carried out as soon as there is an answer.
        const later = { ...removal, askedAt: Date.now(), here: false }
        this.#removals = this.#removals.map((item) => (item.id === id ? later : item))
        this.#changed()
        this.#carryOutWhenDue(later)
        return
      }
      if (problem !== 'RECIPE_NOT_FOUND') {
        const stillThere = this.#list.entries.get(id)?.card != null
        if (removal.here && stillThere) this.#failures = [...this.#failures, { id, title: removal.title, problem }]
        this.takeBack(id)
        return
      }
    }
    this.#list = withDeleted(this.#list, id)
    this.takeBack(id)
  }

  dismissFailure(id: string): void {
    this.#failures = this.#failures.filter((failure) => failure.id !== id)
    this.#changed()
  }

  /** One whole recipe. Rejects with a `Problem`; RECIPE_NOT_FOUND also when nothing is returned. */
  async get(id: string): Promise<Recipe | null> {
    const { getRecipe } = await this.#backend.send(GET_RECIPE, { id })
    return getRecipe
  }

  /** Where each part of a recipe came from; null when that is not told. Rejects with a `Problem`. */
  async origins(id: string): Promise<Origins | null> {
    const { getRecipe } = await this.#backend.send(GET_EXTRACTION, { id })
    return readOrigins(getRecipe?.externalApiJson ?? null)
  }

  #run(): void {
    if (this.#running) return
    this.#running = true
    this.#live.start()
    addEventListener('pagehide', this.#leave)
    for (const submission of this.#submissions) void this.#send(submission)
    for (const removal of this.#removals) this.#carryOutWhenDue(removal)
  }

  #rest(): void {
    this.#running = false
    this.#live.stop()
    removeEventListener('pagehide', this.#leave)
    for (const timer of this.#timers) clearTimeout(timer)
    this.#timers.clear()
  }

  async #loadAll(owner: string, stillLive: () => boolean): Promise<void> {
    const era = this.#era
    const begunAt = this.#list.clock
    const cards: RecipeCard[] = []
    let nextToken: string | null = null
    do {
      const page: { items: RecipeCard[]; nextToken: string | null } | null = (
        await this.#backend.send(LIST_RECIPES, { limit: PAGE_SIZE, nextToken, owner })
      ).listRecipes
      if (era !== this.#era) return
      cards.push(...(page?.items ?? []))
      nextToken = page?.nextToken ?? null
    } while (nextToken !== null)
    this.#loaded = true
    this.#setList(withFullLoad(this.#list, cards, begunAt, stillLive()))
  }

  async #send(submission: Submission): Promise<void> {
    const { id, url, language } = submission
    const era = this.#era
    this.#setProblem(id, null)
    try {
      const { createRecipe } = await this.#backend.send(CREATE_RECIPE, { input: { id, url, language } })
      if (era !== this.#era) return
      this.#forgetSubmission(id)
      if (createRecipe !== null) this.#takeCard(asCard(createRecipe))
      else this.#changed()
    } catch (thrown) {
      if (era !== this.#era) return
      const problem = problemCode(thrown)
      if (!worthSendingAgain(problem)) this.#rememberedSubmissions.drop(id)
      this.#setProblem(id, problem)
    }
  }

  #takeCard(card: RecipeCard): void {
    this.#setList(withChange(this.#list, { id: card.id, version: card.version, card }))
  }

  #setConnection(state: ConnectionState): void {
    this.#connection = state
    if (state !== 'connected') this.#list = withoutSync(this.#list)
    this.#changed()
    if (state !== 'connected') return
    for (const submission of this.#submissions) if (submission.problem === 'OFFLINE') void this.#send(submission)
  }

  /** A removal that another tab or visit began is carried out once it is sure that nobody takes it back there. */
  #carryOutWhenDue({ id, askedAt }: Removal): void {
    const timer = setTimeout(
      () => {
        this.#timers.delete(timer)
        if (this.#rememberedRemovals.has(id)) void this.carryOut(id)
        else this.takeBack(id)
      },
      Math.max(0, askedAt + LEFT_BEHIND_AFTER_MS - Date.now()),
    )
    this.#timers.add(timer)
  }

  readonly #leave = (): void => {
    for (const { id, here } of this.#removals) if (here) this.#backend.sendOnLeaving(DELETE_RECIPE, { id })
  }

  #setProblem(id: string, problem: ProblemCode | null): void {
    this.#submissions = this.#submissions.map((item) => (item.id === id ? { ...item, problem } : item))
    this.#changed()
  }

  #forgetSubmission(id: string): void {
    this.#rememberedSubmissions.drop(id)
    this.#submissions = this.#submissions.filter((candidate) => candidate.id !== id)
  }

  #setList(list: LiveList): void {
    if (list === this.#list && this.#snapshot.phase === 'ready') return
    this.#list = list
    this.#changed()
  }

  #changed(): void {
    this.#snapshot = this.#look()
    for (const listener of this.#listeners) listener()
  }

  #look(): RecipesSnapshot {
    const hidden = new Set(this.#removals.map(({ id }) => id))
    const stored = cardsOf(this.#list).map((card) => ({ card, stored: true }))
    const waiting = this.#submissions
      .filter(({ id }) => !this.#list.entries.has(id))
      .map((submission) => ({ card: cardOfSubmission(submission), stored: false }))
    return {
      recipes: [...waiting, ...stored]
        .filter(({ card }) => !hidden.has(card.id))
        .sort((a, b) => newestFirst(a.card, b.card)),
      phase: this.#loaded ? 'ready' : this.#connection === 'reconnecting' ? 'unreachable' : 'loading',
      synced: this.#list.synced,
      connection: this.#connection,
      removals: this.#removals.filter(({ here }) => here),
      failures: this.#failures,
    }
  }
}
