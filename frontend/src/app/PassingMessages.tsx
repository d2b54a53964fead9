import { AccountNews } from '../features/account/ui/AccountNews'
import { AutoRetry } from '../features/assisted-import/ui/AutoRetry'
import { AssistantLink } from './AssistantLink'
import { BuildNotice } from './BuildNotice'
import { DeletionToasts } from './DeletionToasts'

/** What is said of the app itself, above whatever page: a new build, what was deleted and can be taken back,
 * what has become of the session, and that there is an assistant. What it is to read by itself is sent from here. */
export function PassingMessages() {
  return (
    <>
      <BuildNotice />
      <DeletionToasts />
      <AccountNews />
      <AssistantLink />
      <AutoRetry />
    </>
  )
}
