import { ownBuild } from '../shared/lib/browser/own-build'
import { servedBuild } from '../shared/lib/browser/served-build'

const EVERY_MS = 10 * 60_000
/** Minimum time between checks when the tab becomes visible. */
const AT_MOST_EVERY_MS = 60_000

/**
 * Checks whether another build is served: every ten minutes while the tab is visible, when it becomes visible, and
 * immediately with a service worker.
 *
 * @param onFresh is called with the new build's id.
 * @returns a function that stops the checks.
 */
export function followBuilds(
  onFresh: (id: string) => void,
  ask: () => Promise<string | null> = servedBuild,
  own: string | null = ownBuild(),
): () => void {
  if (own === null) return () => undefined
  let lastAskedAt = Date.now()
  let ended = false
  const check = async () => {
    lastAskedAt = Date.now()
    const served = await ask()
    if (served !== null && served !== own && !ended) onFresh(served)
  }
  const onReturn = () => {
    if (document.visibilityState === 'visible' && Date.now() - lastAskedAt >= AT_MOST_EVERY_MS) void check()
  }
  const timer = setInterval(() => {
    if (document.visibilityState === 'visible') void check()
  }, EVERY_MS)
  document.addEventListener('visibilitychange', onReturn)
  // The service worker may have opened an old build.
  if (navigator.serviceWorker?.controller != null) void check()
  return () => {
    ended = true
    clearInterval(timer)
    document.removeEventListener('visibilitychange', onReturn)
  }
}
