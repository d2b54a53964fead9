import { Problem } from '../../lib/errors'
import type { SubmittedUpload } from '../../lib/importing/upload'
import { shared } from '../connect'

export interface Sending {
  readonly signal: AbortSignal
  /** @param part from 0 to 1. */
  readonly onProgress: (part: number) => void
}

/** Carries bytes; `uploader` is the one that does. Ids are those of the recipes that are made of the uploads. */
export interface Uploader {
  /** Keeps the bytes through a reload, as far as the browser does. */
  keep(id: string, parts: readonly Blob[]): Promise<void>
  /**
   * Sends what the server does not have yet. Rejects with a `Problem`, or with the signal's reason.
   *
   * @param blobs the bytes; null when only those that were kept are left.
   */
  send(id: string, upload: SubmittedUpload, blobs: readonly Blob[] | null, sending: Sending): Promise<void>
  /** Forgets the bytes here. */
  forget(id: string): Promise<void>
  /** Forgets the bytes here and there. Never rejects. */
  discard(id: string, upload: SubmittedUpload): Promise<void>
  /** Somebody else is calling: what was sent was sent in another's name. */
  forgetSent(): void
}

/** What is sent, with its bytes. */
export interface NewUpload extends SubmittedUpload {
  readonly blobs: readonly Blob[]
  /** A small picture of it as a `data:` address; null when there is none to show. */
  readonly thumbnail: string | null
}

/** How an upload looks before its recipe has a face of its own. */
export interface UploadFace {
  readonly name: string | null
  readonly thumbnail: string | null
}

/** The uploads that are under way: how far each is, and how to stop one. */
export class UploadQueue {
  readonly #load: () => Promise<Uploader>
  #loaded = false
  readonly #held = new Map<string, readonly Blob[]>()
  readonly #under = new Map<string, { abort: AbortController; part: number }>()
  readonly #faces = new Map<string, UploadFace>()
  readonly #listeners = new Set<() => void>()

  constructor(load: () => Promise<Uploader>) {
    this.#load = shared(async () => {
      const uploader = await load()
      this.#loaded = true
      return uploader
    })
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** How much of a recipe's upload has left this browser, from 0 to 1; null when none is under way. */
  progressOf(id: string): number | null {
    return this.#under.get(id)?.part ?? null
  }

  /** What a recipe is made of, for as long as the page is open: the server knows it only once it has looked. */
  faceOf(id: string): UploadFace | null {
    return this.#faces.get(id) ?? null
  }

  async keep(id: string, { blobs, thumbnail, parts }: NewUpload): Promise<void> {
    this.#faces.set(id, { name: parts[0]?.name ?? null, thumbnail })
    this.#held.set(id, blobs)
    const uploader = await this.#uploader()
    await uploader.keep(id, blobs)
  }

  /** Sends an upload's bytes; one at a time of each. Rejects with a `Problem`. @returns false when it was stopped. */
  async send(id: string, upload: SubmittedUpload): Promise<boolean> {
    if (this.#under.has(id)) return false
    const state = { abort: new AbortController(), part: 0 }
    const { signal } = state.abort
    this.#under.set(id, state)
    this.#tell()
    const onProgress = (part: number) => {
      // Whole percents are all that is shown.
      if (Math.floor(part * 100) === Math.floor(state.part * 100)) return
      state.part = part
      this.#tell()
    }
    try {
      const uploader = await this.#uploader()
      await uploader.send(id, upload, this.#held.get(id) ?? null, { signal, onProgress })
      return !signal.aborted
    } catch (thrown) {
      if (signal.aborted) return false
      throw thrown
    } finally {
      if (this.#under.get(id) === state) this.#under.delete(id)
      this.#tell()
    }
  }

  /** Stops an upload and forgets its bytes. */
  discard(id: string, upload: SubmittedUpload): void {
    this.#stop(id)
    this.#faces.delete(id)
    this.#held.delete(id)
    this.#uploader().then(
      (uploader) => uploader.discard(id, upload),
      () => undefined,
    )
  }

  /** Its recipe is known to the server: the bytes are of no more use here. */
  done(id: string): void {
    this.#held.delete(id)
    this.#uploader().then(
      (uploader) => uploader.forget(id),
      () => undefined,
    )
  }

  /** Somebody else is calling from now on. Whatever was under way has to be sent again. */
  restart(): void {
    if (this.#under.size === 0) return
    for (const id of [...this.#under.keys()]) this.#stop(id)
    this.#uploader().then(
      (uploader) => uploader.forgetSent(),
      () => undefined,
    )
  }

  /** Loads what is needed to send, so that it is there even if the network goes. */
  prepare(): void {
    this.#uploader().catch(() => undefined)
  }

  async #uploader(): Promise<Uploader> {
    // A script that cannot be loaded counts as a sign of a new build and reloads the page, which would lose the bytes. Where there is a
    // service worker it comes without a network, too, and the bytes are kept.
    if (!this.#loaded && !navigator.onLine && navigator.serviceWorker?.controller == null)
      throw new Problem('UPLOAD_INTERRUPTED')
    return this.#load()
  }

  #stop(id: string): void {
    this.#under.get(id)?.abort.abort()
    this.#under.delete(id)
  }

  #tell(): void {
    for (const listener of this.#listeners) listener()
  }
}
