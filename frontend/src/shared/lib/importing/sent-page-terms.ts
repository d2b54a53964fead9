/** Protocol between the bookmarklet and the screen /receive. Everything here becomes part of the bookmarklet. */

/** Message from /receive to its opener when it is ready. Contains no data. */
export const READY = 'zest:ready'

/** Maximum size of a page in bytes, from the contract. */
export const MAX_PAGE_BYTES = 4 * 1024 * 1024

/** Maximum length of a URL fragment in characters; browsers truncate at about twice this length. */
export const LONGEST_FRAGMENT = 1_000_000
