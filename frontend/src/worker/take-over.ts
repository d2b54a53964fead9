import { TAKE_OVER } from '../shared/lib/browser/take-over'

/**
 * The first worker serves the pages that are open at once. A later one waits until they are closed or one of them
 * asks it to take over, because a page needs the files of its own build.
 */
export function takeOverWhenAsked(worker: ServiceWorkerGlobalScope): void {
  worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()))
  worker.addEventListener('message', (event) => {
    if (event.data === TAKE_OVER) event.waitUntil(worker.skipWaiting())
  })
}
