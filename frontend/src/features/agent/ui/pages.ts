/* One chunk for page and panel, which share most of their code. */
export { AssistantPage } from './AssistantPage'
export { Panel } from './Panel'
