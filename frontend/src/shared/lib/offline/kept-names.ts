/** IndexedDB database of recipes kept for offline use. */
export const KEPT_DATABASE = 'zest-kept'
/** Cache of the photos of these recipes, read by the service worker. */
export const KEPT_PICTURES = 'zest-pictures'
/** Cache of data shared with the installed app. */
export const SHARED_THINGS = 'zest-shared'
