/** What a page says to the worker of a new build that waits. */
export const TAKE_OVER = 'take-over'
