/* One chunk for page, panel and proposals, which share most of their code. */
export { AssistantPage } from './AssistantPage'
export { Panel } from './Panel'
export { ProgramProposals } from './ProgramProposals'
