/** Install event of browsers with the static routing API (Chromium). In others the worker passes these requests on. */
interface RoutingEvent extends ExtendableEvent {
  readonly addRoutes?: (routes: readonly StaticRoute[]) => Promise<void>
}

interface StaticRoute {
  readonly condition: { readonly requestMethod: string; readonly requestMode: RequestMode }
  readonly source: 'network'
}

/**
 * Lets the pages' POST requests, such as API calls, bypass the worker. They do not start a worker, and open tabs do not
 * keep an old one busy while the next build's takes over.
 */
export function addStaticRoutes(worker: ServiceWorkerGlobalScope): void {
  worker.addEventListener('install', (event: RoutingEvent) => {
    const added = event.addRoutes?.([{ condition: { requestMethod: 'POST', requestMode: 'cors' }, source: 'network' }])
    if (added !== undefined) event.waitUntil(added)
  })
}
