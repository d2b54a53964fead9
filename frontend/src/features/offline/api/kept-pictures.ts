import { KEPT_PICTURES } from '../../../shared/lib/offline/kept-names'
import { MAX_PICTURE_BYTES, MAX_PICTURES } from '../model/kept'

/** Offline photo cache, served by the service worker. */
export class KeptPictures {
  readonly #caches: CacheStorage | undefined
  readonly #fetch: typeof fetch

  constructor(
    caches: CacheStorage | undefined = globalThis.caches,
    fetcher: typeof fetch = (...asked) => fetch(...asked),
  ) {
    this.#caches = caches
    this.#fetch = fetcher
  }

  /**
   * Caches these photos, in order and within the limits, and drops all others. Rejects if the disk is full or the
   * network fails.
   * @param paths on this origin
   * @param wanted checked between photos; false stops
   */
  async keepOnly(paths: readonly string[], wanted: () => boolean): Promise<void> {
    if (this.#caches === undefined) return
    const cache = await this.#caches.open(KEPT_PICTURES)
    const known = new Map((await cache.keys()).map((request) => [new URL(request.url).pathname, request]))
    const asked = paths.slice(0, MAX_PICTURES)
    const left = new Set(asked)
    for (const [path, request] of known) if (!left.has(path)) await cache.delete(request)
    let bytes = 0
    for (const path of asked) {
      if (!wanted()) return
      const request = known.get(path)
      const kept = request === undefined ? undefined : await cache.match(request)
      const size = kept === undefined ? await this.#take(cache, path, MAX_PICTURE_BYTES - bytes) : sizeOf(kept)
      bytes += size
      if (bytes >= MAX_PICTURE_BYTES) return
    }
  }

  /** @returns the bytes stored; 0 if the photo is missing or too large */
  async #take(cache: Cache, path: string, room: number): Promise<number> {
    const response = await this.#fetch(path)
    if (!response.ok) return 0
    const blob = await response.blob()
    if (blob.size > room) return 0
    const headers = { 'content-type': blob.type, 'content-length': String(blob.size) }
    await cache.put(path, new Response(blob, { headers }))
    return blob.size
  }
}

function sizeOf(response: Response): number {
  const size = Number(response.headers.get('content-length'))
  return Number.isFinite(size) ? size : 0
}
