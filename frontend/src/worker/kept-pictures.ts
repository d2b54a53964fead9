import { registerRoute } from 'workbox-routing'
import { KEPT_PICTURES } from '../shared/lib/offline/kept-names'
import { wholeOf } from '../shared/lib/recipe/picture'

/**
 * Serves recipe photos from the cache that the app fills, also in place of narrower versions. Names change with the
 * content, so cached photos stay valid.
 */
export function serveKeptPictures(worker: ServiceWorkerGlobalScope): void {
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/media/'),
    async ({ request }) =>
      (await worker.caches.match(wholeOf(request.url), { cacheName: KEPT_PICTURES })) ?? fetch(request),
  )
}
