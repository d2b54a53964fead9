import { AccountNews } from '../features/account/ui/AccountNews'
import { AutoRetry } from '../features/assisted-import/ui/AutoRetry'
import { Tooltips } from '../shared/ui/Tooltips'
import { AppFooter } from './AppFooter'
import { AssistantLink } from './AssistantLink'
import { BuildNotice } from './BuildNotice'
import { DeletionToasts } from './DeletionToasts'

/** What the shell shows after the first rows. */
export function PassingMessages() {
  return (
    <>
      <Tooltips />
      <BuildNotice />
      <DeletionToasts />
      <AccountNews />
      <AssistantLink />
      <AutoRetry />
      <AppFooter />
    </>
  )
}
