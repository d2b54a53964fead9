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
  /** The server has created the recipe. */
  onCreated(card: RecipeCard): void
  isConnected(): boolean
}

/** First and longest wait for a busy server, before jitter. */
const BUSY_MS = [5_000, 60_000] as const
/** Random delay, so that clients with the same retry time do not send simultaneously. */
const SPREAD_MS = 10_000

/**
 * Submissions that the server has not confirmed: in progress, waiting for the network, or refused. All but refused
 * addresses are stored in the browser, so that a later visit sends them again, and deleted when the server returns the
 * recipe. The client creates the id, so sending twice is idempotent.
 */
export class Outbox {
  readonly #api: Pick<RecipeApi, 'create'>
  readonly #uploads: UploadQueue
  readonly #stored: StoredCollection<Submission>
  readonly #hooks: OutboxHooks
  #submissions: readonly Submission[]
  #reconnections = 0
  /** Incremented when the caller changes; answers to older calls are ignored. */
  #generation = 0
  /** Consecutive attempts against a busy server, by submission. */
  readonly #busy = new Map<string, number>()

  constructor(api: Pick<RecipeApi, 'create'>, uploads: UploadQueue, storage: StorageArea, hooks: OutboxHooks) {
    this.#api = api
    this.#uploads = uploads
    this.#stored = new StoredCollection('zest.submission.', SUBMISSION, storage)
    this.#submissions = this.#stored.all()
    this.#hooks = hooks
  }

  /** In order of submission. A new array after each change. */
  get submissions(): readonly Submission[] {
    return this.#submissions
  }

  of(id: string): Submission | undefined {
    return this.#submissions.find((submission) => submission.id === id)
  }

  /** Whether the submission is stored, by any tab. */
  isStored(id: string): boolean {
    return this.#stored.has(id)
  }

  /** Submits an address. Returns the recipe's id. */
  submit(url: string, language: Language): string {
    return this.#begin(url, language)
  }

  /** Submits photos or a file. Returns the recipe's id. The bytes are stored until the upload is complete. */
  submitUpload({ blobs, thumbnail, ...upload }: NewUpload, language: Language): string {
    return this.#begin(upload, language, (id) => {
      // Sent even if they cannot be stored.
      this.#uploads.keep(id, { ...upload, blobs, thumbnail }).catch(() => undefined)
    })
  }

  /** Resends a submission. Failures are reported as its `problem`. */
  async retry(id: string): Promise<void> {
    const submission = this.of(id)
    if (submission !== undefined) await this.#send(submission)
  }

  /** Sends everything, for example submissions of an earlier visit. */
  sendAll(): void {
    for (const submission of this.#submissions) void this.#send(submission)
  }

  /** Sends submissions that waited for the network. */
  reconnected(): void {
    this.#reconnections += 1
    for (const submission of this.#submissions) if (waitsForNetwork(submission.problem)) void this.#send(submission)
  }

  /** Deletes a submission and its bytes and aborts its upload. Returns whether the server may have made a recipe. */
  discard(id: string): boolean {
    const submission = this.of(id)
    if (submission === undefined) return false
    const { source, problem } = submission
    this.#drop(id)
    if (typeof source !== 'string') this.#uploads.discard(id, source)
    return problem === null || mayBeARecipe(problem)
  }

  /** Deletes all submissions, before a sign-out. */
  discardAll(): void {
    for (const { id } of this.#submissions) this.discard(id)
  }

  /** Called when the caller changes: loads their stored submissions. */
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

  /** Sends from one tab at a time. If another tab has sent it meanwhile, it is dropped here. */
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
    // It may have been discarded meanwhile.
    if (this.of(id) === undefined) return
    const generation = this.#generation
    const reconnections = this.#reconnections
    this.#setProblem(id, null)
    try {
      // False if the upload was aborted or is already running.
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
      // The connection returned before this call failed, so no reconnection will send it again.
      const missed = this.#hooks.isConnected() && reconnections !== this.#reconnections
      const submission = this.of(id)
      if (waitsForNetwork(problem) && missed && submission !== undefined) void this.#send(submission)
    }
  }

  /** Resends at the time named by the server, or after a back-off. */
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
      // The user may have retried it.
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
  const { submission } = source
  if (source.kind === 'PICTURE') return { pictureSubmissionUUID: submission }
  return source.kind === 'PAGE'
    ? { url: source.url, pageSubmissionUUID: submission }
    : { url: source.url, fileSubmissionUUID: submission }
}
