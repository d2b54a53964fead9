import { lazyPage } from './lazy-page'

/** Says that there is no network; `load` it while there is one. */
export const LazyOfflineNotice = lazyPage(
  'offline',
  async () => (await import('../features/offline/ui/OfflineNotice')).OfflineNotice,
)
