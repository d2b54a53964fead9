/** Where whole recipes and their list wait for a time without a network, in IndexedDB. */
export const KEPT_DATABASE = 'zest-kept'
/** The cache with their pictures, from which the service worker answers. */
export const KEPT_PICTURES = 'zest-pictures'
/** The cache in which lies what another program shares with the installed app, until the list takes it up. */
export const SHARED_THINGS = 'zest-shared'
