/* One chunk for the feedback pages. */
export { AdminFeedbackPage } from './admin/AdminFeedbackPage'
export { FeedbackPage } from './FeedbackPage'
