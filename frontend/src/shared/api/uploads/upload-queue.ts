import { createStore } from 'zustand/vanilla'
import { Problem } from '../../lib/errors'
import type { SubmittedUpload } from '../../lib/importing/upload'
import { shared } from '../connect'

export interface Sending {
  readonly signal: AbortSignal
  /** @param part from 0 to 1. */
  readonly onProgress: (part: number) => void
}

/** Stores and sends the bytes of uploads; implemented by `uploader`. Ids are recipe ids. */
export interface Uploader {
  /** Stores the bytes in the browser, to survive a reload. */
  keep(id: string, parts: readonly Blob[]): Promise<void>
  /**
   * Sends the parts that the server does not have yet. Rejects with a `Problem`, or with the signal's reason.
   * @param blobs the bytes; null to use the stored ones.
   */
  send(id: string, upload: SubmittedUpload, blobs: readonly Blob[] | null, sending: Sending): Promise<void>
  forget(id: string): Promise<void>
  /** Deletes the bytes in the browser and on the server. Never rejects. */
  discard(id: string, upload: SubmittedUpload): Promise<void>
  /** Called when the caller changes: parts sent for the former caller have to be sent again. */
  forgetSent(): void
}

export type NewUpload = SubmittedUpload & {
  readonly blobs: readonly Blob[]
  /** Thumbnail as a `data:` URL; null if there is none. */
  readonly thumbnail: string | null
}

/** Name and thumbnail shown until the recipe has its own. */
export interface UploadFace {
  readonly name: string | null
  readonly thumbnail: string | null
}

/** Running uploads, with progress and cancellation. */
export class UploadQueue {
  readonly #load: () => Promise<Uploader>
  #loaded = false
  readonly #held = new Map<string, readonly Blob[]>()
  readonly #running = new Map<string, AbortController>()
  /** Progress of running uploads, from 0 to 1. */
  readonly #progress = createStore<ReadonlyMap<string, number>>(() => new Map())
  readonly #faces = new Map<string, UploadFace>()

  constructor(load: () => Promise<Uploader>) {
    this.#load = shared(async () => {
      const uploader = await load()
      this.#loaded = true
      return uploader
    })
  }

  readonly subscribe = this.#progress.subscribe

  /** Progress of a recipe's upload from 0 to 1; null if none is running. */
  progressOf(id: string): number | null {
    return this.#progress.getState().get(id) ?? null
  }

  /** Name and thumbnail of an upload, while the page is open. The server has them only after processing. */
  faceOf(id: string): UploadFace | null {
    return this.#faces.get(id) ?? null
  }

  async keep(id: string, { blobs, thumbnail, parts }: NewUpload): Promise<void> {
    this.#faces.set(id, { name: parts[0]?.name ?? null, thumbnail })
    this.#held.set(id, blobs)
    const uploader = await this.#uploader()
    await uploader.keep(id, blobs)
  }

  /**
   * Sends an upload's bytes, one call at a time for each id. Rejects with a `Problem`.
   * @returns false when aborted or already running.
   */
  async send(id: string, upload: SubmittedUpload): Promise<boolean> {
    if (this.#running.has(id)) return false
    const abort = new AbortController()
    const { signal } = abort
    this.#running.set(id, abort)
    this.#report(id, 0)
    const onProgress = (part: number) => {
      // Only whole percents are reported.
      if (this.#running.get(id) !== abort || Math.floor(part * 100) === Math.floor((this.progressOf(id) ?? 0) * 100))
        return
      this.#report(id, part)
    }
    try {
      const uploader = await this.#uploader()
      await uploader.send(id, upload, this.#held.get(id) ?? null, { signal, onProgress })
      return !signal.aborted
    } catch (thrown) {
      if (signal.aborted) return false
      throw thrown
    } finally {
      if (this.#running.get(id) === abort) this.#end(id)
    }
  }

  discard(id: string, upload: SubmittedUpload): void {
    this.#stop(id)
    this.#faces.delete(id)
    this.#held.delete(id)
    this.#uploader().then(
      (uploader) => uploader.discard(id, upload),
      () => undefined,
    )
  }

  /** The recipe exists on the server: deletes the bytes in the browser. */
  done(id: string): void {
    this.#held.delete(id)
    this.#uploader().then(
      (uploader) => uploader.forget(id),
      () => undefined,
    )
  }

  /** Called when the caller changes: aborts all uploads, which have to be sent again. */
  restart(): void {
    if (this.#running.size === 0) return
    for (const id of [...this.#running.keys()]) this.#stop(id)
    this.#uploader().then(
      (uploader) => uploader.forgetSent(),
      () => undefined,
    )
  }

  /** Loads the code in advance, so that it is available offline. */
  prepare(): void {
    this.#uploader().catch(() => undefined)
  }

  async #uploader(): Promise<Uploader> {
    // Only a service worker has the code offline.
    if (!this.#loaded && !navigator.onLine && navigator.serviceWorker?.controller == null)
      throw new Problem('UPLOAD_INTERRUPTED')
    return this.#load()
  }

  #stop(id: string): void {
    this.#running.get(id)?.abort()
    this.#end(id)
  }

  #end(id: string): void {
    this.#running.delete(id)
    this.#report(id, null)
  }

  #report(id: string, part: number | null): void {
    const progress = new Map(this.#progress.getState())
    if (part === null) progress.delete(id)
    else progress.set(id, part)
    this.#progress.setState(progress, true)
  }
}
