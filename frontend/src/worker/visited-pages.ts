import { NavigationRoute, registerRoute } from 'workbox-routing'
import { CacheFirst, NetworkFirst } from 'workbox-strategies'
import { appShell } from './app-shell'

/** What somebody has read of this build's public pages; the next build begins anew. */
const PREFIX = 'zest-visited-'
const VISITED = `${PREFIX}${BUILD_ID}`
/** Where the app runs: the same for every build. */
const CONFIGURATION = 'zest-configuration'
/** A network that has not answered by then is as good as none. */
const WAIT_SECONDS = 3

/** Public pages can be read again without a network, with their pictures; the app learns where it runs. */
export function serveVisitedPages(worker: ServiceWorkerGlobalScope): void {
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && url.pathname === '/config.json',
    new NetworkFirst({ cacheName: CONFIGURATION, networkTimeoutSeconds: WAIT_SECONDS }),
  )
  const publicPages = new NetworkFirst({
    cacheName: VISITED,
    networkTimeoutSeconds: WAIT_SECONDS,
    // A page that was never visited: the app, which leads to the list.
    plugins: [{ handlerDidError: appShell }],
  })
  registerRoute(new NavigationRoute(publicPages, { allowlist: [new RegExp(PUBLIC_PAGES)] }))
  // Names in /assets change with the content. What the app needs of it is kept elsewhere and was asked for before.
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && /^\/(assets|pictures)\//.test(url.pathname),
    new CacheFirst({ cacheName: VISITED }),
  )
  // The page that brought the worker has asked already, and may not ask again before the network goes.
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
