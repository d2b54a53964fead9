import { registerRoute } from 'workbox-routing'
import { KEPT_PICTURES } from '../shared/lib/offline/kept-names'

/**
 * Serves recipe pictures from the cache that the app fills. Their names change with the content, so cached ones stay
 * valid.
 */
export function serveKeptPictures(worker: ServiceWorkerGlobalScope): void {
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/media/'),
    async ({ request }) => (await worker.caches.match(request.url, { cacheName: KEPT_PICTURES })) ?? fetch(request),
  )
}
