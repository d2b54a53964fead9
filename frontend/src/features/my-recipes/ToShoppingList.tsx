import { FormattedMessage } from 'react-intl'
import { Link } from 'react-router'
import { isListThere } from '../../lib/groceries/list-there'
import { paths } from '../../lib/routing/paths'
import { buttonClass } from '../../ui/Button'
import { ListIcon } from '../../ui/icons'

/** The way to the shopping list, for whoever has one. */
export function ToShoppingList() {
  if (!isListThere()) return null
  return (
    <Link to={paths.shoppingList} className={buttonClass('bare')}>
      <ListIcon className="size-4.5" />
      <FormattedMessage id="list.shopping" defaultMessage="Shopping list" />
    </Link>
  )
}
