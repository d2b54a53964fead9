/**
 * Install event of browsers with the static routing API (Chromium). Other browsers pass these requests through the
 * worker.
 */
interface RoutingEvent extends ExtendableEvent {
  readonly addRoutes?: (routes: readonly StaticRoute[]) => Promise<void>
}

interface StaticRoute {
  readonly condition: { readonly requestMethod: string; readonly requestMode: RequestMode }
  readonly source: 'network'
}

/**
 * Lets POST requests of pages, such as API calls, bypass the worker. These do not start the worker, and requests of open
 * tabs do not delay its replacement by the worker of the next build.
 */
export function addStaticRoutes(worker: ServiceWorkerGlobalScope): void {
  worker.addEventListener('install', (event: RoutingEvent) => {
    const added = event.addRoutes?.([{ condition: { requestMethod: 'POST', requestMode: 'cors' }, source: 'network' }])
    if (added !== undefined) event.waitUntil(added)
  })
}
