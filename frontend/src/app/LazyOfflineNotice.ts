import { lazyPage } from './lazy-page'

/** Notice that the browser is offline. Call `load` while online. */
export const LazyOfflineNotice = lazyPage(
  'offline',
  async () => (await import('../features/offline/ui/OfflineNotice')).OfflineNotice,
)
