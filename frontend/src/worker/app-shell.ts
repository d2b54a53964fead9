import { cleanupOutdatedCaches, createHandlerBoundToURL, matchPrecache, precacheAndRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'

/** Address under which the app's page is cached. */
const SHELL = '/my-recipes'

/** Precaches all files of the build and answers every app address with the app's page. */
export function serveApp(): void {
  precacheAndRoute(BUILT_FILES, { cleanURLs: false, directoryIndex: '' })
  cleanupOutdatedCaches()
  registerRoute(new NavigationRoute(createHandlerBoundToURL(SHELL), { allowlist: [new RegExp(APP_PAGES)] }))
}

/** The app's page; undefined if the browser has evicted it. */
export function appShell(): Promise<Response | undefined> {
  return matchPrecache(SHELL)
}
