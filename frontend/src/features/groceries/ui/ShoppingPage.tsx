import { useIntl } from 'react-intl'
import { useLocation } from 'react-router'
import { shoppingRequestOf } from '../../../shared/lib/shopping/shopping-request'
import { usePageTitle } from '../../../shared/ui/usePageTitle'
import { sharedIdOf } from '../model/shared-links'
import { ChooseView } from './ChooseView'
import { ListView } from './ListView'
import { SharedListView } from './SharedListView'

/**
 * Page /shopping-list: the list, the chooser for recipes passed in the navigation state, or the shared list whose id is
 * in the fragment.
 */
export function ShoppingPage() {
  const intl = useIntl()
  const { state, key, hash } = useLocation() as { state: unknown; key: string; hash: string }
  const sharedId = sharedIdOf(hash)
  const request = shoppingRequestOf(state)
  usePageTitle(
    sharedId === null
      ? intl.formatMessage({ id: 'shopping.page', defaultMessage: 'Shopping list – Zest' })
      : intl.formatMessage({ id: 'sharedList.page', defaultMessage: 'Shared shopping list – Zest' }),
  )
  return (
    <div className="mx-auto max-w-4xl pt-2 pb-32 print:pb-0">
      {sharedId !== null ? (
        <SharedListView key={sharedId} id={sharedId} />
      ) : request === null ? (
        <ListView />
      ) : (
        <ChooseView key={key} request={request} />
      )}
    </div>
  )
}
