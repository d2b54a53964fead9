/** Message to the waiting service worker of a new build. */
export const TAKE_OVER = 'take-over'
