import { AccountNews } from '../features/account/AccountNews'
import { BuildNotice } from './BuildNotice'
import { DeletionToasts } from './DeletionToasts'

/** What is said of the app itself, above whatever page: a new build, what was deleted and can be taken back,
 * and what has become of the session. */
export function PassingMessages() {
  return (
    <>
      <BuildNotice />
      <DeletionToasts />
      <AccountNews />
    </>
  )
}
