/* `localStorage` keys that the before-paint script also reads. */

/** The first cards of the list (`first-cards.ts`). */
export const FIRST_CARDS_KEY = 'zest.first'
/** Number of cards on the first screen. */
export const MAX_FIRST_CARDS = 12
/** The list as HTML (`stored-screen.ts`). */
export const SCREEN_KEY = 'zest.screen'
/** How the list is displayed, if changed. */
export const VIEW_KEY = 'zest.list.view'
