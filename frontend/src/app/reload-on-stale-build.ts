const WINDOW_MS = 10_000
const KEY = 'zest.reloaded'

/**
 * After a deployment, an open page asks for chunks that are gone. It reloads itself then: once per path within ten
 * seconds, so that a chunk which is missing for good shows the error instead of a loop.
 */
export function reloadOnStaleBuild(reload: () => void = () => location.reload(), now: () => number = Date.now): void {
  addEventListener('vite:preloadError', (event) => {
    const key = `${KEY}:${location.pathname}`
    const last = Number(sessionStorage.getItem(key) ?? 0)
    if (now() - last < WINDOW_MS) return
    sessionStorage.setItem(key, String(now()))
    event.preventDefault()
    reload()
  })
}
