import { AccountNews } from '../features/account/ui/AccountNews'
import { AutoRetry } from '../features/assisted-import/ui/AutoRetry'
import { AssistantLink } from './AssistantLink'
import { BuildNotice } from './BuildNotice'
import { DeletionToasts } from './DeletionToasts'

/**
 * App-wide toasts (new build, deletions, session) and the assistant's link. Also retries failed imports automatically.
 */
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
