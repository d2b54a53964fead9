/* One file for the page and the panel: whoever opens the one has most of the other, and fewer names travel with the app. */
export { AssistantPage } from './AssistantPage'
export { Panel } from './Panel'
