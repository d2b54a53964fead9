import { AccountNews } from '../features/account/ui/AccountNews'
import { AutoRetry } from '../features/assisted-import/ui/AutoRetry'
import { AssistantLink } from './AssistantLink'
import { BuildNotice } from './BuildNotice'
import { DeletionToasts } from './DeletionToasts'

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
