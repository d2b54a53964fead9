import { cleanupOutdatedCaches, createHandlerBoundToURL, matchPrecache, precacheAndRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'

/** Precaches the files of the app and answers every app address with the app's page in the language of the address. */
export function serveApp(): void {
  precacheAndRoute(BUILT_FILES, { cleanURLs: false, directoryIndex: '' })
  cleanupOutdatedCaches()
  registerRoute(
    new NavigationRoute((options) => createHandlerBoundToURL(shellFor(options.url))(options), {
      allowlist: [new RegExp(APP_PAGES)],
    }),
  )
}

/** The app's page in the language of an address; undefined if the browser has evicted it. */
export function appShell(address: string): Promise<Response | undefined> {
  return matchPrecache(shellFor(new URL(address)))
}

/** Address under which the app's page is cached. */
function shellFor({ pathname }: URL): string {
  const prefix = LOCALE_PREFIXES.find((known) => pathname === known || pathname.startsWith(`${known}/`)) ?? ''
  return `${prefix}/my-recipes`
}
