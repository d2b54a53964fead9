/* Keys in `localStorage` that the script before the first paint reads, too. */

/** The first cards of the list (`first-cards.ts`). */
export const FIRST_CARDS_KEY = 'zest.first'
/** How the list is shown, if not as usual. */
export const VIEW_KEY = 'zest.list.view'
