import { EditSender } from '../features/edit/api/edit-sender'
import { KeptPictures } from '../features/offline/api/kept-pictures'
import { RecipeKeeper } from '../features/offline/api/recipe-keeper'
import { KeptDatabase } from '../shared/api/offline/kept-database'
import type { RecipeApi } from '../shared/api/recipes/recipe-api'
import type { RecipeStore } from '../shared/api/recipes/recipe-store'
import { localeOf, prefixOf, withoutLocale } from '../shared/i18n/locale'
import { deviceStorage } from '../shared/lib/browser/storage'
import { storeScreen } from '../shared/lib/list/stored-screen'
import { WaitingEdits } from '../shared/lib/offline/waiting-edits'
import { ownerHere } from '../shared/lib/recipe/owner'
import { routeOf } from '../shared/lib/routing/routes'
import { LazyOfflineNotice } from './LazyOfflineNotice'

export function install(store: RecipeStore, api: RecipeApi): void {
  nameManifest()
  // Loads now: after another tab activates a newer service worker, this build's files are no longer cached.
  LazyOfflineNotice.load().catch(() => undefined)
  storeScreenOnLeaving()
  new EditSender(store.cache, new WaitingEdits()).start()
  const workers = import.meta.env.PROD ? navigator.serviceWorker : undefined
  workers?.register('/service-worker.js').then(
    // Recipes are stored only if a worker can serve the app offline.
    () => new RecipeKeeper(store, api, new KeptDatabase(), new KeptPictures()).start(),
    // The browser refuses service workers, for example in a private window.
    () => undefined,
  )
}

function storeScreenOnLeaving(): void {
  const owner = ownerHere(deviceStorage())
  const store = () => {
    const root = document.getElementById('root')
    const isList = routeOf(withoutLocale(location.pathname)) === 'myRecipes' && location.search === ''
    if (root !== null && isList) storeScreen(root, owner, deviceStorage())
  }
  addEventListener('pagehide', store)
  // Phones end hidden pages without another event.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') store()
  })
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
