import { ownBuild } from './own-build'

const EVERY_MS = 10 * 60_000
/** Somebody who goes to and fro between two tabs need not ask each time. */
const AT_MOST_EVERY_MS = 60_000

/**
 * Looks every ten minutes, when somebody returns to the tab, and at once where the page came from the service worker, whether another build is served by now.
 *
 * @param onFresh is told its id, again on each look.
 * @returns what ends it.
 */
export function followBuilds(
  onFresh: (id: string) => void,
  ask: () => Promise<string | null> = servedBuild,
  own: string | null = ownBuild(),
): () => void {
  if (own === null) return () => undefined
  let lastAskedAt = Date.now()
  let ended = false
  const look = async () => {
    lastAskedAt = Date.now()
    const served = await ask()
    if (served !== null && served !== own && !ended) onFresh(served)
  }
  const onReturn = () => {
    if (document.visibilityState === 'visible' && Date.now() - lastAskedAt >= AT_MOST_EVERY_MS) void look()
  }
  const timer = setInterval(() => {
    if (document.visibilityState === 'visible') void look()
  }, EVERY_MS)
  document.addEventListener('visibilitychange', onReturn)
  // A page that the worker keeps may be an old one already when it opens.
  if (navigator.serviceWorker?.controller != null) void look()
  return () => {
    ended = true
    clearInterval(timer)
    document.removeEventListener('visibilitychange', onReturn)
  }
}

/** The id of the build that is served now; null when that cannot be told. */
export async function servedBuild(): Promise<string | null> {
  try {
    const response = await fetch('/build.json', { cache: 'no-cache' })
    if (!response.ok) return null
    const answer: unknown = await response.json()
    const id = typeof answer === 'object' && answer !== null && 'id' in answer ? answer.id : null
    return typeof id === 'string' && id !== '' ? id : null
  } catch {
    return null
  }
}
