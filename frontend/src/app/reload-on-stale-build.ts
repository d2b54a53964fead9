import { number } from '../shared/lib/browser/schema'
import { tabStorage } from '../shared/lib/browser/storage'
import { json, StoredValue } from '../shared/lib/browser/stored-value'

const WINDOW_MS = 10_000
const KEY = 'zest.reloaded'

let reloading = false

export function isReloading(): boolean {
  return reloading
}

/**
 * Reloads the page when a chunk is missing, as after a deployment: once per path within ten seconds, which prevents a
 * loop.
 *
 * @returns a function that removes the listener.
 */
export function reloadOnStaleBuild(
  reload: () => void = () => location.reload(),
  now: () => number = Date.now,
): () => void {
  const onPreloadError = (event: Event) => {
    const key = `${KEY}:${location.pathname}`
    const last = new StoredValue(key, json(number), Number.NEGATIVE_INFINITY, tabStorage())
    // Without storage the time of the last reload is unknown, so it does not reload.
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
