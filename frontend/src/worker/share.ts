import { registerRoute } from 'workbox-routing'
import { keepShared, SHARE_PATH, SHARED } from '../shared/lib/importing/shared-files'
import { SHARED_THINGS } from '../shared/lib/offline/kept-names'
import { paths } from '../shared/lib/routing/paths'

/** Behind the prefix of a language, or none. */
const ADDRESS = new RegExp(`^((?:/[a-z]{2})?)${SHARE_PATH}$`)

/**
 * Takes in what other programs share with the installed app, and opens the list, which shows it. Any page of the web may post
 * such a form, so nothing is imported before the person says so.
 */
export function takeShares(worker: ServiceWorkerGlobalScope): void {
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && ADDRESS.test(url.pathname),
    async ({ request, url }) => {
      try {
        await keepShared(await request.formData(), worker.caches)
      } catch {
        // What cannot be read or kept has not arrived, and the list says so.
        await worker.caches.delete(SHARED_THINGS).catch(() => false)
      }
      const [, prefix = ''] = ADDRESS.exec(url.pathname) ?? []
      return Response.redirect(`${url.origin}${prefix}${paths.myRecipes}?${SHARED}=1`, 303)
    },
    'POST',
  )
}
