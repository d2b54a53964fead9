import { NavigationRoute, registerRoute } from 'workbox-routing'
import { CacheFirst, NetworkFirst } from 'workbox-strategies'
import { appShell } from './app-shell'

const PREFIX = 'zest-visited-'
const VISITED = `${PREFIX}${BUILD_ID}`
/** Cache of /config.json, shared by all builds. */
const CONFIGURATION = 'zest-configuration'
/** Timeout of the network before the cache is used. */
const WAIT_SECONDS = 3

export function serveVisitedPages(worker: ServiceWorkerGlobalScope): void {
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && url.pathname === '/config.json',
    new NetworkFirst({ cacheName: CONFIGURATION, networkTimeoutSeconds: WAIT_SECONDS }),
  )
  const publicPages = new NetworkFirst({
    cacheName: VISITED,
    networkTimeoutSeconds: WAIT_SECONDS,
    // A page that was never visited: show the app.
    plugins: [{ handlerDidError: ({ request }) => appShell(request.url) }],
  })
  registerRoute(new NavigationRoute(publicPages, { allowlist: [new RegExp(PUBLIC_PAGES)] }))
  // Assets have content hashes, and pictures only change with the build. The app's files match an earlier route.
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && /^\/(assets|pictures)\//.test(url.pathname),
    new CacheFirst({ cacheName: VISITED }),
  )
  // The first page has fetched the configuration before the worker existed, so fetch it again.
  worker.addEventListener('install', (event) => event.waitUntil(keepConfiguration(worker.caches)))
  worker.addEventListener('activate', (event) => event.waitUntil(forgetFormerBuilds(worker.caches)))
}

async function keepConfiguration(caches: CacheStorage): Promise<void> {
  const cache = await caches.open(CONFIGURATION)
  await cache.add('/config.json')
}

async function forgetFormerBuilds(caches: CacheStorage): Promise<void> {
  const names = await caches.keys()
  await Promise.all(
    names.filter((name) => name.startsWith(PREFIX) && name !== VISITED).map((name) => caches.delete(name)),
  )
}
