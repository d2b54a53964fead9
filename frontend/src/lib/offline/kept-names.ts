/** Where whole recipes and their list wait for a time without a network, in IndexedDB. */
export const KEPT_DATABASE = 'zest-kept'
/** The cache with their pictures, from which the service worker answers. */
export const KEPT_PICTURES = 'zest-pictures'
