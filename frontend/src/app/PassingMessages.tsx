import { Suspense, useSyncExternalStore } from 'react'
import { AccountNews } from '../features/account/ui/AccountNews'
import { AutoRetry } from '../features/assisted-import/ui/AutoRetry'
import { batchFlag } from '../shared/lib/importing/batch-flag'
import { Tooltips } from '../shared/ui/Tooltips'
import { AppFooter } from './AppFooter'
import { AssistantLink } from './AssistantLink'
import { BuildNotice } from './BuildNotice'
import { DeletionToasts } from './DeletionToasts'
import { lazyPage } from './lazy-page'

const BatchImports = lazyPage(
  'batch',
  async () => (await import('../features/my-recipes/ui/several/BatchImports')).BatchImports,
)

/** Toasts and notices, loaded after the first rows. */
export function PassingMessages() {
  const hasBatch = useSyncExternalStore(batchFlag.subscribe, batchFlag.read) !== null
  return (
    <>
      <Tooltips />
      <BuildNotice />
      <DeletionToasts />
      <AccountNews />
      <AssistantLink />
      <AutoRetry />
      {hasBatch && (
        <Suspense>
          <BatchImports />
        </Suspense>
      )}
      <AppFooter />
    </>
  )
}
