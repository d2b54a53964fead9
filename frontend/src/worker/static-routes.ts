/** What browsers that route by themselves (Chromium) add to the event; others ask the worker, which lets it pass. */
interface RoutingEvent extends ExtendableEvent {
  readonly addRoutes?: (routes: readonly StaticRoute[]) => Promise<void>
}

interface StaticRoute {
  readonly condition: { readonly requestMethod: string; readonly requestMode: RequestMode }
  readonly source: 'network'
}

/**
 * What a page sends by itself, such as what it asks of the API, goes past the worker. No worker is started for it, and a
 * former one is not kept busy by open tabs while that of the next build takes over.
 */
export function addStaticRoutes(worker: ServiceWorkerGlobalScope): void {
  worker.addEventListener('install', (event: RoutingEvent) => {
    const added = event.addRoutes?.([{ condition: { requestMethod: 'POST', requestMode: 'cors' }, source: 'network' }])
    if (added !== undefined) event.waitUntil(added)
  })
}
