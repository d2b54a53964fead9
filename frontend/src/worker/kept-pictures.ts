import { registerRoute } from 'workbox-routing'
import { KEPT_PICTURES } from '../shared/lib/offline/kept-names'

/** Pictures of recipes that the app keeps come from there: their names change with their content. Nothing is added here. */
export function serveKeptPictures(worker: ServiceWorkerGlobalScope): void {
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/media/'),
    async ({ request }) => (await worker.caches.match(request.url, { cacheName: KEPT_PICTURES })) ?? fetch(request),
  )
}
