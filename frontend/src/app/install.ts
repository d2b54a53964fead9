import { EditSender } from '../features/edit/api/edit-sender'
import { KeptPictures } from '../features/offline/api/kept-pictures'
import { RecipeKeeper } from '../features/offline/api/recipe-keeper'
import { KeptDatabase } from '../shared/api/offline/kept-database'
import type { RecipeApi } from '../shared/api/recipes/recipe-api'
import type { RecipeStore } from '../shared/api/recipes/recipe-store'
import { localeOf, prefixOf } from '../shared/i18n/locale'
import { WaitingEdits } from '../shared/lib/offline/waiting-edits'
import { LazyOfflineNotice } from './LazyOfflineNotice'

/** Makes the app one that can be installed and that opens without a network. */
export function install(store: RecipeStore, api: RecipeApi): void {
  nameManifest()
  // Once another tab has a newer build's worker take over, nobody keeps this build's files for the time without a network.
  LazyOfflineNotice.load().catch(() => undefined)
  new EditSender(store.cache, new WaitingEdits()).start()
  const workers = import.meta.env.PROD ? navigator.serviceWorker : undefined
  workers?.register('/service-worker.js').then(
    // Without a worker nothing that is kept could ever be shown.
    () => new RecipeKeeper(store, api, new KeptDatabase(), new KeptPictures()).start(),
    // A browser that refuses, as in a private window, has an app all the same.
    () => undefined,
  )
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
