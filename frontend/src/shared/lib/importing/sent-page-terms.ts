/** What the bookmark and the screen that it speaks to agree on; nothing else, for the bookmark carries all of it. */

/** What the screen /receive says to the window that has opened it, once it listens. It tells nothing. */
export const READY = 'zest:ready'

/** Most bytes of a page, as the contract has it. */
export const MOST_PAGE_BYTES = 4 * 1024 * 1024

/** Most characters of what stands behind "#", which browsers cut off at about twice as many. */
export const LONGEST_FRAGMENT = 1_000_000
