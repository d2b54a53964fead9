import { ownBuild } from './own-build'
import { number } from './schema'
import { servedBuild } from './served-build'
import { tabStorage } from './storage'
import { json, StoredValue } from './stored-value'

const WINDOW_MS = 10_000
const KEY = 'zest.reloaded'

const NO = Promise.resolve(false)
let decision: Promise<boolean> = NO

/** Whether the page is being reloaded. Settles when the server has answered, or has not. */
export function isReloading(): Promise<boolean> {
  return decision
}

/**
 * Reloads the page when a chunk is missing because the server has another build: once per path within ten seconds, which
 * prevents a loop. Without the server, a reload would show the browser's error page. The importing code gets the error.
 *
 * @returns a function that removes the listener.
 */
export function reloadOnStaleBuild(
  reload: () => void = () => location.reload(),
  now: () => number = Date.now,
  ask: () => Promise<string | null> = servedBuild,
  own: string | null = ownBuild(),
): () => void {
  const decide = async (): Promise<boolean> => {
    const served = await ask()
    if (served === null || served === own) return false
    const key = `${KEY}:${location.pathname}`
    const last = new StoredValue(key, json(number), Number.NEGATIVE_INFINITY, tabStorage())
    // Without storage the time of the last reload is unknown, so it does not reload.
    if (now() - last.read() < WINDOW_MS || !last.write(now())) return false
    reload()
    return true
  }
  const onPreloadError = () => {
    decision = decision.then((isDecided) => isDecided || decide())
  }
  addEventListener('vite:preloadError', onPreloadError)
  return () => {
    removeEventListener('vite:preloadError', onPreloadError)
    decision = NO
  }
}
