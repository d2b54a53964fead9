/** One chunk for the credit pages, which are small and usually visited together. */
export { CreditsPage } from './CreditsPage'
export { HistoryPage } from './HistoryPage'
export { SuccessPage } from './SuccessPage'
