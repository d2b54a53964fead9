import { registerRoute } from 'workbox-routing'
import { keepShared, SHARE_PATH, SHARED } from '../shared/lib/importing/shared-files'
import { SHARED_THINGS } from '../shared/lib/offline/kept-names'
import { paths } from '../shared/lib/routing/paths'

/** The share target's path, with an optional language prefix. */
const ADDRESS = new RegExp(`^((?:/[a-z]{2})?)${SHARE_PATH}$`)

/**
 * Stores data that other programs share with the installed app, and opens the list, which shows it. Any website can
 * post this form, so nothing is imported before the user confirms.
 */
export function takeShares(worker: ServiceWorkerGlobalScope): void {
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && ADDRESS.test(url.pathname),
    async ({ request, url }) => {
      try {
        await keepShared(await request.formData(), worker.caches)
      } catch {
        // Could not be read or stored: the list shows an error.
        await worker.caches.delete(SHARED_THINGS).catch(() => false)
      }
      const [, prefix = ''] = ADDRESS.exec(url.pathname) ?? []
      return Response.redirect(`${url.origin}${prefix}${paths.myRecipes}?${SHARED}=1`, 303)
    },
    'POST',
  )
}
