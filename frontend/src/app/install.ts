import { localeOf, prefixOf } from '../i18n/locale'

/** Makes the app one that can be installed and that opens without a network. */
export function install(): void {
  nameManifest()
  // A browser that refuses, as in a private window, has an app all the same.
  if (import.meta.env.PROD) navigator.serviceWorker?.register('/service-worker.js').catch(() => undefined)
}

/** The app's name and first page in the language of this page. */
function nameManifest(): void {
  for (const [rel, href] of [
    ['manifest', `${prefixOf(localeOf(location.pathname))}/manifest.webmanifest`],
    ['apple-touch-icon', '/icons/180.png'],
  ] as const) {
    const link = document.createElement('link')
    link.rel = rel
    link.href = href
    document.head.append(link)
  }
}
