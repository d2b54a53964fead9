import { useIntl } from 'react-intl'
import { useLocation } from 'react-router'
import { shoppingRequestOf } from '../../../shared/lib/shopping/shopping-request'
import { usePageTitle } from '../../../shared/ui/usePageTitle'
import { ChooseView } from './ChooseView'
import { ListView } from './ListView'

/** Page /shopping-list: the list, or the chooser for recipes passed in the navigation state. */
export function ShoppingPage() {
  const intl = useIntl()
  const { state, key } = useLocation() as { state: unknown; key: string }
  const request = shoppingRequestOf(state)
  usePageTitle(intl.formatMessage({ id: 'shopping.page', defaultMessage: 'Shopping list – Zest' }))
  return (
    <div className="mx-auto max-w-4xl pt-2 pb-32 print:pb-0">
      {request === null ? <ListView /> : <ChooseView key={key} request={request} />}
    </div>
  )
}
