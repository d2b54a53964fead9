/** A member's pages about credits: small, and whoever opens one soon opens another, so that they are loaded together. */
export { CreditsPage } from './CreditsPage'
export { HistoryPage } from './HistoryPage'
export { SuccessPage } from './SuccessPage'
