import { FormattedMessage } from 'react-intl'
import { Link } from 'react-router'
import { paths } from '../../../shared/lib/routing/paths'
import { isListThere } from '../../../shared/lib/shopping/shopping-request'
import { buttonClass } from '../../../shared/ui/Button'
import { ListIcon } from '../../../shared/ui/icons'

/** Link to the shopping list, if there is one. */
export function ToShoppingList() {
  if (!isListThere()) return null
  return (
    <Link to={paths.shoppingList} className={buttonClass('bare')}>
      <ListIcon className="size-5 sm:size-4.5" />
      <span className="max-sm:sr-only">
        <FormattedMessage id="list.shopping" defaultMessage="Shopping list" />
      </span>
    </Link>
  )
}
