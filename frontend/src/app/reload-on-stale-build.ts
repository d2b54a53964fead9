import { number } from '../shared/lib/browser/schema'
import { tabStorage } from '../shared/lib/browser/storage'
import { json, StoredValue } from '../shared/lib/browser/stored-value'

const WINDOW_MS = 10_000
const KEY = 'zest.reloaded'

let reloading = false

/** Whether the page is about to be loaded anew; what breaks until then is not worth a word. */
export function isReloading(): boolean {
  return reloading
}

/**
 * After a deployment, an open page asks for chunks that are gone. It reloads itself then: once per path within ten
 * seconds, so that a chunk which is missing for good shows the error instead of a loop.
 *
 * @returns what ends it.
 */
export function reloadOnStaleBuild(
  reload: () => void = () => location.reload(),
  now: () => number = Date.now,
): () => void {
  const onPreloadError = (event: Event) => {
    const key = `${KEY}:${location.pathname}`
    const last = new StoredValue(key, json(number), Number.NEGATIVE_INFINITY, tabStorage())
    // What cannot be noted would be done again and again.
    if (now() - last.read() < WINDOW_MS || !last.write(now())) return
    event.preventDefault()
    reloading = true
    reload()
  }
  addEventListener('vite:preloadError', onPreloadError)
  return () => {
    removeEventListener('vite:preloadError', onPreloadError)
    reloading = false
  }
}
