import { FormattedMessage, useIntl } from 'react-intl'
import { Link } from 'react-router'
import { paths } from '../../../shared/lib/routing/paths'
import { buttonClass } from '../../../shared/ui/Button'
import { CreditIcon } from '../../../shared/ui/icons'
import { useCreditBalance } from '../api/use-credits'

/** Balance in the header, linked to /credits. Empty while loading. */
export function HeaderBalance() {
  const intl = useIntl()
  const { balance } = useCreditBalance()
  if (balance === null) return null
  const count = balance.creditBalance
  const name = intl.formatMessage(
    { id: 'credits.count', defaultMessage: '{count, plural, one {# credit} other {# credits}}' },
    { count },
  )
  return (
    <Link to={paths.credits} aria-label={name} data-balance={count} className={`${buttonClass('bare')} max-sm:px-2`}>
      <CreditIcon />
      <span className="sm:hidden">
        <FormattedMessage id="credits.number" defaultMessage="{count, number}" values={{ count }} />
      </span>
      <span className="max-sm:hidden">{name}</span>
    </Link>
  )
}
