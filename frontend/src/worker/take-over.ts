import { TAKE_OVER } from '../shared/lib/browser/take-over'

/**
 * The first worker controls open pages immediately. A later one waits until they are closed or one requests the
 * takeover, because a page needs the files of its own build.
 */
export function takeOverWhenAsked(worker: ServiceWorkerGlobalScope): void {
  worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()))
  worker.addEventListener('message', (event) => {
    if (event.data === TAKE_OVER) event.waitUntil(worker.skipWaiting())
  })
}
