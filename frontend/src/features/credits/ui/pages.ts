/** One chunk for the credit pages: small, and usually visited together. */
export { CreditsPage } from './CreditsPage'
export { HistoryPage } from './HistoryPage'
export { SuccessPage } from './SuccessPage'
