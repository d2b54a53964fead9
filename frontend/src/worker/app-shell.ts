import { cleanupOutdatedCaches, createHandlerBoundToURL, matchPrecache, precacheAndRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'

/** The page that every address of the app is answered with. */
const SHELL = '/my-recipes'

/** Keeps every file of this build, so that the app opens in every language, at every address, without a network. */
export function serveApp(): void {
  precacheAndRoute(BUILT_FILES, { cleanURLs: false, directoryIndex: '' })
  cleanupOutdatedCaches()
  registerRoute(new NavigationRoute(createHandlerBoundToURL(SHELL), { allowlist: [new RegExp(APP_PAGES)] }))
}

/** The page with the app; undefined when the browser has thrown it away. */
export function appShell(): Promise<Response | undefined> {
  return matchPrecache(SHELL)
}
