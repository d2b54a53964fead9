/* One chunk for all of them. */
export { AdminFeedbackPage } from './admin/AdminFeedbackPage'
export { FeedbackPage } from './FeedbackPage'
