import { backOffMs } from '../../lib/browser/back-off'
import { inOneTab } from '../../lib/browser/one-tab'
import type { StorageArea } from '../../lib/browser/storage'
import { StoredCollection } from '../../lib/browser/stored-value'
import {
  asProblem,
  mayBeARecipe,
  type ProblemCode,
  waitsForNetwork,
  waitsForRoom,
  worthSendingAgain,
} from '../../lib/errors'
import { SUBMISSION, type Submission } from '../../lib/list/submissions'
import type { Language, RecipeCard } from '../../lib/recipe/recipe'
import { newRecipeId } from '../../lib/recipe/recipe-id'
import type { NewUpload, UploadQueue } from '../uploads/upload-queue'
import type { RecipeApi, RecipeSource } from './recipe-api'

export interface OutboxHooks {
  onChange(): void
  /** The server has confirmed a submission and made this recipe of it. */
  onCreated(card: RecipeCard): void
  /** Whether the connection to the server stands. */
  isConnected(): boolean
}

/** The first and the longest wait for a server that is busy. */
const BUSY_MS = [5_000, 60_000] as const
/** Over how long those spread that may all send again at the same moment. */
const SPREAD_MS = 10_000

/**
 * The submissions that the server has not confirmed: what is on its way, what waits for the network and what was
 * refused. They are kept in the browser's storage, sent again by themselves, and forgotten only when the server
 * answers with the recipe; the id is made here, so sending one twice is harmless.
 */
export class Outbox {
  readonly #api: Pick<RecipeApi, 'create'>
  readonly #uploads: UploadQueue
  readonly #stored: StoredCollection<Submission>
  readonly #hooks: OutboxHooks
  #submissions: readonly Submission[]
  /** How often the connection was there again. */
  #reconnections = 0
  /** Grows when the caller changes; the answers to the former one's calls no longer count. */
  #generation = 0
  /** How often each submission in turn was sent to a busy server. */
  readonly #busy = new Map<string, number>()

  constructor(api: Pick<RecipeApi, 'create'>, uploads: UploadQueue, storage: StorageArea, hooks: OutboxHooks) {
    this.#api = api
    this.#uploads = uploads
    this.#stored = new StoredCollection('zest.submission.', SUBMISSION, storage)
    this.#submissions = this.#stored.all()
    this.#hooks = hooks
  }

  /** In the order in which they were submitted. Another array after each change. */
  get submissions(): readonly Submission[] {
    return this.#submissions
  }

  /** The submission of a recipe; undefined when there is none, or no more. */
  of(id: string): Submission | undefined {
    return this.#submissions.find((submission) => submission.id === id)
  }

  /** Whether the browser's storage holds a submission, whichever tab put it there. */
  isStored(id: string): boolean {
    return this.#stored.has(id)
  }

  /** Submits an address. The id is the recipe's. */
  submit(url: string, language: Language): string {
    return this.#begin(url, language)
  }

  /** Submits pictures or a file: likewise, and the bytes are kept until the server has them. */
  submitUpload({ blobs, thumbnail, ...upload }: NewUpload, language: Language): string {
    return this.#begin(upload, language, (id) => {
      // Where they cannot be kept they are sent all the same.
      this.#uploads.keep(id, { ...upload, blobs, thumbnail }).catch(() => undefined)
    })
  }

  /** Sends a submission once more; what goes wrong is told by its `problem`. Does nothing when there is none. */
  async retry(id: string): Promise<void> {
    const submission = this.of(id)
    if (submission !== undefined) await this.#send(submission)
  }

  /** Sends everything, for instance what an earlier visit left. */
  sendAll(): void {
    for (const submission of this.#submissions) void this.#send(submission)
  }

  /** The connection is there again: sends what waited for it. */
  reconnected(): void {
    this.#reconnections += 1
    for (const submission of this.#submissions) if (waitsForNetwork(submission.problem)) void this.#send(submission)
  }

  /** Forgets a submission with its bytes and stops its upload. Whether it may have become a recipe all the same. */
  discard(id: string): boolean {
    const submission = this.of(id)
    if (submission === undefined) return false
    const { source, problem } = submission
    this.#drop(id)
    if (typeof source !== 'string') this.#uploads.discard(id, source)
    return problem === null || mayBeARecipe(problem)
  }

  /** Forgets all of them: somebody is about to leave this browser. */
  discardAll(): void {
    for (const { id } of this.#submissions) this.discard(id)
  }

  /** Somebody else is calling: takes up what is stored for them; what was under way is sent again in their name. */
  restart(): void {
    this.#generation += 1
    this.#submissions = this.#stored.all()
    this.#uploads.restart()
  }

  #begin(source: Submission['source'], language: Language, keep?: (id: string) => void): string {
    const createdAt = new Date().toISOString()
    const submission: Submission = { id: newRecipeId(), source, language, createdAt, problem: null, again: null }
    keep?.(submission.id)
    this.#stored.put(submission)
    this.#submissions = [...this.#submissions, submission]
    this.#hooks.onChange()
    void this.#send(submission)
    return submission.id
  }

  /** In one tab at a time: what another one has sent, or was told of for good, while this one waited is not sent again. */
  async #send(submission: Submission): Promise<void> {
    const { id } = submission
    const wasStored = this.isStored(id)
    await inOneTab(`zest.submission.${id}`, async () => {
      if (!wasStored || this.isStored(id)) return this.#sendHere(submission)
      this.#drop(id)
      this.#hooks.onChange()
    })
  }

  async #sendHere({ id, source, language }: Submission): Promise<void> {
    // It may have been discarded while it waited.
    if (this.of(id) === undefined) return
    const generation = this.#generation
    const reconnections = this.#reconnections
    this.#setProblem(id, null)
    try {
      // False when it was stopped, or is under way already.
      if (typeof source !== 'string' && !(await this.#uploads.send(id, source))) return
      if (generation !== this.#generation) return
      const card = await this.#api.create(id, language, recipeSource(source))
      if (generation !== this.#generation) return
      this.#drop(id)
      if (typeof source !== 'string') this.#uploads.done(id)
      this.#hooks.onCreated(card)
    } catch (thrown) {
      if (generation !== this.#generation) return
      const { code: problem, detail } = asProblem(thrown)
      if (!worthSendingAgain(problem)) this.#stored.drop(id)
      this.#setProblem(id, problem, problem === 'LIMIT_REACHED' ? detail : null)
      if (waitsForRoom(problem)) this.#sendLater(id, problem === 'LIMIT_REACHED' ? detail : null)
      // The connection came back before this call gave up, so nothing else will send it again.
      const missed = this.#hooks.isConnected() && reconnections !== this.#reconnections
      const submission = this.of(id)
      if (waitsForNetwork(problem) && missed && submission !== undefined) void this.#send(submission)
    }
  }

  /** Sends once more when the server may have room: at the moment that it has named, else after a while. */
  #sendLater(id: string, again: string | null): void {
    const generation = this.#generation
    const attempt = this.#busy.get(id) ?? 0
    this.#busy.set(id, attempt + 1)
    const wait =
      again === null
        ? backOffMs(attempt, ...BUSY_MS, Math.random())
        : Math.max(0, Date.parse(again) - Date.now()) + Math.random() * SPREAD_MS
    setTimeout(() => {
      const submission = this.of(id)
      if (generation !== this.#generation || submission === undefined) return
      // Somebody may have tried it by hand meanwhile.
      if (waitsForRoom(submission.problem)) void this.#send(submission)
    }, wait || BUSY_MS[0])
  }

  #setProblem(id: string, problem: ProblemCode | null, again: string | null = null): void {
    this.#submissions = this.#submissions.map((item) => (item.id === id ? { ...item, problem, again } : item))
    this.#hooks.onChange()
  }

  #drop(id: string): void {
    this.#busy.delete(id)
    this.#stored.drop(id)
    this.#submissions = this.#submissions.filter((submission) => submission.id !== id)
  }
}

function recipeSource(source: Submission['source']): RecipeSource {
  if (typeof source === 'string') return { url: source }
  const { kind, submission, url } = source
  if (url !== undefined) return { url, pageSubmissionUUID: submission }
  return kind === 'PICTURE' ? { pictureSubmissionUUID: submission } : { fileSubmissionUUID: submission }
}
