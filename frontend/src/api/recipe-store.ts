import {
  EMPTY_LIST,
  type LiveList,
  placeOf,
  withChange,
  withDeleted,
  withFullLoad,
  withoutSync,
  withPage,
} from '../lib/live-list'
import { type Origins, readOrigins } from '../lib/origins'
import { ASIDE_KEY } from '../lib/personal-data'
import { mayBeARecipe, type ProblemCode, problemCode, waitsForNetwork, worthSendingAgain } from '../lib/problem'
import type { Language, Recipe, RecipeCard, RecipeChange } from '../lib/recipe'
import { newRecipeId } from '../lib/recipe-id'
import type { Removal, RemovalBatch } from '../lib/removals'
import { cardOfSubmission, readSubmission, type Submission } from '../lib/submissions'
import type { Backend } from './backend'
import { type ConnectionState, LiveConnection, type Load } from './live-connection'
import {
  asCard,
  CREATE_RECIPE,
  GET_EXTRACTION,
  GET_RECIPE,
  LIST_RECIPES,
  RETRY_RECIPE,
  type RecipeSource,
} from './operations'
import { Remembered } from './remembered'
import { RemovalDesk, type RemovalFailure, type RemovalReport } from './removal-desk'
import { type NewUpload, UploadDesk, type Uploader } from './upload-desk'

/** A recipe as the list shows it. The same object as long as nothing about it changes. */
export interface ShownRecipe {
  readonly card: RecipeCard
  /** Whether the server knows it; if not, it is a submission of this browser that is on its way or was refused. */
  readonly stored: boolean
}

export interface RecipesSnapshot {
  /** Newest first, without those whose removal was asked for. The same array as long as none of them changes. */
  readonly recipes: readonly ShownRecipe[]
  /** `ready` from the first page on; `unreachable` only while nothing has ever been loaded. */
  readonly phase: 'loading' | 'ready' | 'unreachable'
  /** Whether all pages have been loaded once; until then older recipes may be missing. */
  readonly whole: boolean
  /** True while the list is known to be complete and live. */
  readonly synced: boolean
  readonly connection: ConnectionState
  /** Removals that this page can still take back. */
  readonly removals: readonly RemovalBatch[]
  readonly failures: readonly RemovalFailure[]
  /** What became of many removed at once, when some of them were not. */
  readonly report: RemovalReport | null
}

const PAGE_SIZE = 200
/** Changes that are pushed in a burst are shown together, at most this many milliseconds late. */
const BURST_MS = 50

/** Puts together what is shown, anew only where something has changed. */
class ShownRecipes {
  readonly #ofCard = new WeakMap<RecipeCard, ShownRecipe>()
  readonly #ofSubmission = new WeakMap<Submission, ShownRecipe>()
  #last:
    | { order: LiveList['order']; submissions: unknown; removals: unknown; recipes: readonly ShownRecipe[] }
    | undefined

  of(list: LiveList, submissions: readonly Submission[], removals: readonly Removal[]): readonly ShownRecipe[] {
    const { order } = list
    const last = this.#last
    if (last?.order === order && last.submissions === submissions && last.removals === removals) return last.recipes
    const hidden = new Set(removals.map(({ id }) => id))
    const recipes = order.map((card) => remembered(this.#ofCard, card, () => ({ card, stored: true })))
    const cards = [...order]
    for (const submission of submissions) {
      if (list.entries.has(submission.id)) continue
      const shown = remembered(this.#ofSubmission, submission, () => ({
        card: cardOfSubmission(submission),
        stored: false,
      }))
      const place = placeOf(shown.card, cards)
      cards.splice(place, 0, shown.card)
      recipes.splice(place, 0, shown)
    }
    const visible = hidden.size === 0 ? recipes : recipes.filter(({ card }) => !hidden.has(card.id))
    this.#last = { order, submissions, removals, recipes: visible }
    return visible
  }
}

function remembered<Key extends object, Value>(known: WeakMap<Key, Value>, key: Key, make: () => Value): Value {
  const before = known.get(key)
  if (before !== undefined) return before
  const made = make()
  known.set(key, made)
  return made
}

function newSubmission(source: Submission['source'], language: Language): Submission {
  return { id: newRecipeId(), source, language, createdAt: new Date().toISOString(), problem: null }
}

function recipeSource(source: Submission['source']): RecipeSource {
  if (typeof source === 'string') return { url: source }
  const { kind, submission } = source
  return kind === 'PICTURE' ? { pictureSubmissionUUID: submission } : { fileSubmissionUUID: submission }
}

/** The caller's recipes, kept live, and all that can be done with them. React reads it through `useRecipes`. */
export class RecipeStore {
  readonly #backend: Backend
  readonly #live: LiveConnection
  readonly #rememberedSubmissions: Remembered<Submission>
  readonly #removals: RemovalDesk
  /** The uploads that are under way. */
  readonly uploads: UploadDesk
  readonly #listeners = new Set<() => void>()
  readonly #shown = new ShownRecipes()
  #list: LiveList = EMPTY_LIST
  #connection: ConnectionState = 'connecting'
  /** How often the connection was there again. */
  #comebacks = 0
  #loaded: 'nothing' | 'some' | 'all' = 'nothing'
  #submissions: readonly Submission[]
  #snapshot: RecipesSnapshot
  #burst: { timer: ReturnType<typeof setTimeout>; more: boolean } | undefined
  /** Between `start` and `stop`. */
  #wanted = false
  #running = false
  /** Grows when the caller changes; what was asked for the former one no longer counts. */
  #era = 0

  /** @param loadUploader brings what carries bytes, once there are any. */
  constructor(
    backend: Backend,
    storage: Storage = localStorage,
    loadUploader: (isWanted: (id: string) => boolean) => Promise<Uploader> = async (isWanted) =>
      (await import('./uploads')).uploader(backend, isWanted),
  ) {
    this.#backend = backend
    // What is set aside belongs to somebody who may come back.
    const isWanted = (id: string) =>
      this.#rememberedSubmissions.has(id) || storage.getItem(ASIDE_KEY)?.includes(id) === true
    this.uploads = new UploadDesk(() => loadUploader(isWanted))
    this.#rememberedSubmissions = new Remembered(storage, 'submission', readSubmission)
    this.#submissions = this.#rememberedSubmissions.all()
    this.#removals = new RemovalDesk(backend, storage, {
      onChange: () => this.#changed(),
      onDeleted: (ids) => {
        this.#list = withDeleted(this.#list, ids)
      },
      isThere: (id) => this.#list.entries.get(id)?.card != null,
    })
    this.#snapshot = this.#look()
    this.#live = new LiveConnection(backend, {
      onChange: (change) => this.#takePushed(change),
      onState: (state) => this.#setConnection(state),
      load: (owner, load) => this.#loadAll(owner, load),
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
    // First of all, so that nobody is ever shown the former person's list, not even by the way to the new one's.
    this.#era += 1
    this.#list = EMPTY_LIST
    this.#loaded = 'nothing'
    this.#submissions = this.#rememberedSubmissions.all()
    this.uploads.restart()
    this.#removals.reload()
    this.#rest()
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
    const submission = newSubmission(url, language)
    this.#begin(submission)
    void this.#send(submission)
    return submission.id
  }

  /** Submits pictures or a file: likewise, and the bytes are kept until the server has them. */
  submitUpload({ blobs, thumbnail, ...upload }: NewUpload, language: Language): string {
    const submission = newSubmission(upload, language)
    // Where they cannot be kept they are sent all the same.
    this.uploads.keep(submission.id, { ...upload, blobs, thumbnail }).catch(() => undefined)
    this.#begin(submission)
    void this.#send(submission)
    return submission.id
  }

  /** Stops an upload that is under way; nothing is left of it. */
  cancelUpload(id: string): void {
    this.#forgetSubmission(id)
    this.#changed()
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
    this.removeAll([{ id, title }])
  }

  /** Hides many at once, as one removal. */
  removeAll(recipes: readonly { readonly id: string; readonly title: string | null }[]): void {
    const submissions = new Map(this.#submissions.map((submission) => [submission.id, submission]))
    const known = recipes.filter(({ id }) => {
      const submission = submissions.get(id)
      if (submission === undefined || this.#list.entries.get(id) !== undefined) return true
      this.#forgetSubmission(id)
      // A submission that was refused never became a recipe; any other may have, although no answer came.
      return submission.problem === null || mayBeARecipe(submission.problem)
    })
    if (this.#removals.ask(known, Date.now()) === null) this.#changed()
  }

  /** @param batch a removal's id, which for a single recipe is the recipe's. */
  takeBack(batch: string): void {
    this.#removals.takeBack(batch)
  }

  carryOut(batch: string): Promise<void> {
    return this.#removals.carryOut(batch)
  }

  dismissFailure(id: string): void {
    this.#removals.dismissFailure(id)
  }

  dismissReport(): void {
    this.#removals.dismissReport()
  }

  /**
   * For somebody who is about to leave this browser: sends what waits for its undo to end, and forgets whatever
   * could not be sent, so that the next person neither sees nor sends it.
   */
  async leave(): Promise<void> {
    await this.#removals.carryOutAll()
    this.#removals.forget()
    for (const { id } of this.#submissions) this.#forgetSubmission(id)
    this.#changed()
  }

  /** Waits until all pages are loaded, but no longer than `mostMs`. */
  untilWhole(mostMs: number): Promise<void> {
    return new Promise((resolve) => {
      if (this.#loaded === 'all') {
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
        if (this.#loaded === 'all') end()
      })
    })
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
    this.#removals.start()
    for (const submission of this.#submissions) void this.#send(submission)
  }

  #rest(): void {
    this.#running = false
    this.#live.stop()
    this.#removals.stop()
    clearTimeout(this.#burst?.timer)
    this.#burst = undefined
  }

  async #loadAll(owner: string, load: Load): Promise<void> {
    const era = this.#era
    const begunAt = this.#list.clock
    const cards: RecipeCard[] = []
    let nextToken: string | null = null
    do {
      const page: { items: RecipeCard[]; nextToken: string | null } | null = (
        await this.#backend.send(LIST_RECIPES, { limit: PAGE_SIZE, nextToken, owner })
      ).listRecipes
      if (era !== this.#era || !load.wanted()) return
      load.progressed()
      const items = page?.items ?? []
      cards.push(...items)
      nextToken = page?.nextToken ?? null
      if (nextToken === null) break
      // The first page is there to be read while the rest is on its way.
      if (this.#loaded === 'nothing') this.#loaded = 'some'
      if (this.#loaded === 'some') this.#setList(withPage(this.#list, items))
    } while (nextToken !== null)
    this.#loaded = 'all'
    this.#setList(withFullLoad(this.#list, cards, begunAt, load.live()))
  }

  async #send(submission: Submission): Promise<void> {
    const { id, source, language } = submission
    const era = this.#era
    const comebacks = this.#comebacks
    this.#setProblem(id, null)
    try {
      // False when it was stopped, or is under way already.
      if (typeof source !== 'string' && !(await this.uploads.send(id, source))) return
      if (era !== this.#era) return
      const input = { id, language, ...recipeSource(source) }
      const { createRecipe } = await this.#backend.send(CREATE_RECIPE, { input })
      if (era !== this.#era) return
      this.#confirmed(submission)
      if (createRecipe !== null) this.#takeCard(asCard(createRecipe))
      else this.#changed()
    } catch (thrown) {
      if (era !== this.#era) return
      const problem = problemCode(thrown)
      if (!worthSendingAgain(problem)) this.#rememberedSubmissions.drop(id)
      this.#setProblem(id, problem)
      // The connection came back before this call gave up, so nothing else will send it again.
      const missed = this.#connection === 'connected' && comebacks !== this.#comebacks
      if (waitsForNetwork(problem) && missed) void this.#send(submission)
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
    this.#comebacks += 1
    for (const submission of this.#submissions) if (waitsForNetwork(submission.problem)) void this.#send(submission)
  }

  /** The first of a burst is shown at once, the rest together. */
  #takePushed(change: RecipeChange): void {
    const list = withChange(this.#list, change)
    if (list === this.#list) return
    this.#list = list
    if (this.#burst !== undefined) {
      this.#burst.more = true
      return
    }
    this.#changed()
    this.#burst = { timer: setTimeout(this.#endOfBurst, BURST_MS), more: false }
  }

  readonly #endOfBurst = (): void => {
    const more = this.#burst?.more === true
    this.#burst = more ? { timer: setTimeout(this.#endOfBurst, BURST_MS), more: false } : undefined
    if (more) this.#changed()
  }

  #setProblem(id: string, problem: ProblemCode | null): void {
    this.#submissions = this.#submissions.map((item) => (item.id === id ? { ...item, problem } : item))
    this.#changed()
  }

  #begin(submission: Submission): void {
    this.#rememberedSubmissions.put(submission)
    this.#submissions = [...this.#submissions, submission]
    this.#changed()
  }

  /** The server knows it from now on. */
  #confirmed({ id, source }: Submission): void {
    this.#dropSubmission(id)
    if (typeof source !== 'string') this.uploads.done(id)
  }

  #forgetSubmission(id: string): void {
    const source = this.#submissions.find((candidate) => candidate.id === id)?.source
    this.#dropSubmission(id)
    if (source !== undefined && typeof source !== 'string') this.uploads.discard(id, source)
  }

  #dropSubmission(id: string): void {
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
    return {
      recipes: this.#shown.of(this.#list, this.#submissions, this.#removals.removals),
      phase: this.#loaded !== 'nothing' ? 'ready' : this.#connection === 'reconnecting' ? 'unreachable' : 'loading',
      whole: this.#loaded === 'all',
      synced: this.#list.synced,
      connection: this.#connection,
      removals: this.#removals.batches(),
      failures: this.#removals.failures,
      report: this.#removals.report,
    }
  }
}
