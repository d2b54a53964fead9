import { useEffect, useRef } from 'react'
import { FormattedDate, FormattedMessage } from 'react-intl'
import { Link } from 'react-router'
import { paths } from '../../../shared/lib/routing/paths'
import { buttonClass } from '../../../shared/ui/Button'
import { AlertIcon, CheckIcon } from '../../../shared/ui/icons'
import { Notice } from '../../../shared/ui/Notice'
import { useCreditBalance } from '../api/use-credits'
import type { Purchase } from '../model/credits'
import { ReceiptButton } from './ReceiptButton'

/** Outcome of a purchase: paid, not paid or refunded. */
export function PurchaseOver({ purchase }: { purchase: Purchase }) {
  const news = useRef<HTMLDivElement>(null)
  // Focus announces the outcome to screen readers.
  useEffect(() => news.current?.focus(), [])
  return (
    <div ref={news} tabIndex={-1} role="status" data-outcome={purchase.status} className="outline-none">
      {purchase.status === 'COMPLETED' && <Paid purchase={purchase} />}
      {purchase.status === 'FAILED' && <NotPaid />}
      {purchase.status === 'REFUNDED' && <Refunded purchase={purchase} />}
    </div>
  )
}

function Paid({ purchase: { id, credits, expirationDate } }: { purchase: Purchase }) {
  const { balance } = useCreditBalance()
  return (
    <Notice
      level={1}
      icon={<CheckIcon className="size-8" />}
      title={
        <FormattedMessage
          id="purchase.paid"
          defaultMessage="Thanks! You got {count, plural, one {# credit} other {# credits}}."
          values={{ count: credits }}
        />
      }
      actions={
        <>
          <Link to={paths.myRecipes} className={buttonClass('primary')}>
            <FormattedMessage id="purchase.toRecipes" defaultMessage="Go to my recipes" />
          </Link>
          <ReceiptButton purchaseId={id} />
        </>
      }
    >
      {balance !== null && (
        <p>
          <FormattedMessage
            id="purchase.newBalance"
            defaultMessage="New balance: {count, plural, one {# credit} other {# credits}}."
            values={{ count: balance.creditBalance }}
          />
        </p>
      )}
      {expirationDate !== null && (
        <p>
          <FormattedMessage
            id="purchase.expires"
            defaultMessage="Your credits expire on {date}."
            values={{ date: <FormattedDate value={expirationDate} dateStyle="long" /> }}
          />
        </p>
      )}
    </Notice>
  )
}

function NotPaid() {
  return (
    <Notice
      level={1}
      icon={<AlertIcon className="size-8" />}
      title={<FormattedMessage id="purchase.failed" defaultMessage="Payment failed" />}
      actions={
        <Link to={paths.credits} className={buttonClass('primary')}>
          <FormattedMessage id="purchase.chooseAgain" defaultMessage="Choose again" />
        </Link>
      }
    >
      <FormattedMessage
        id="purchase.failed.text"
        defaultMessage="You weren’t charged. Try again or use another card."
      />
    </Notice>
  )
}

function Refunded({ purchase: { id } }: { purchase: Purchase }) {
  return (
    <Notice
      level={1}
      icon={<CheckIcon className="size-8" />}
      title={<FormattedMessage id="purchase.refunded" defaultMessage="This purchase was refunded" />}
      actions={<ReceiptButton purchaseId={id} />}
    >
      <FormattedMessage
        id="purchase.refunded.text"
        defaultMessage="The refund can take a few days. Credits from this purchase were removed."
      />
    </Notice>
  )
}
