import { EditSender } from '../features/edit/api/edit-sender'
import { KeptPictures } from '../features/offline/api/kept-pictures'
import { RecipeKeeper } from '../features/offline/api/recipe-keeper'
import { KeptDatabase } from '../shared/api/offline/kept-database'
import type { RecipeApi } from '../shared/api/recipes/recipe-api'
import type { RecipeStore } from '../shared/api/recipes/recipe-store'
import { localeOf, prefixOf } from '../shared/i18n/locale'
import { WaitingEdits } from '../shared/lib/offline/waiting-edits'
import { LazyOfflineNotice } from './LazyOfflineNotice'

export function install(store: RecipeStore, api: RecipeApi): void {
  nameManifest()
  // Loads now: after another tab activates a newer service worker, this build's files are no longer cached.
  LazyOfflineNotice.load().catch(() => undefined)
  new EditSender(store.cache, new WaitingEdits()).start()
  const workers = import.meta.env.PROD ? navigator.serviceWorker : undefined
  workers?.register('/service-worker.js').then(
    // Recipes are stored only if a worker can serve the app offline.
    () => new RecipeKeeper(store, api, new KeptDatabase(), new KeptPictures()).start(),
    // The browser refuses service workers, for example in a private window.
    () => undefined,
  )
}

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
