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
          defaultMessage="Thank you! {count, plural, one {# credit is} other {# credits are}} yours."
          values={{ count: credits }}
        />
      }
      actions={
        <>
          <Link to={paths.myRecipes} className={buttonClass('primary')}>
            <FormattedMessage id="purchase.toRecipes" defaultMessage="To your recipes" />
          </Link>
          <ReceiptButton purchaseId={id} />
        </>
      }
    >
      {balance !== null && (
        <p>
          <FormattedMessage
            id="purchase.newBalance"
            defaultMessage="You now have {count, plural, one {# credit} other {# credits}}."
            values={{ count: balance.creditBalance }}
          />
        </p>
      )}
      {expirationDate !== null && (
        <p>
          <FormattedMessage
            id="purchase.goodUntil"
            defaultMessage="What you bought is good until {date}."
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
      title={<FormattedMessage id="purchase.failed" defaultMessage="The payment did not go through" />}
      actions={
        <Link to={paths.credits} className={buttonClass('primary')}>
          <FormattedMessage id="purchase.chooseAgain" defaultMessage="Choose again" />
        </Link>
      }
    >
      <FormattedMessage
        id="purchase.failed.text"
        defaultMessage="You were not charged, and your credits are as they were. You can try again, with another card if need be."
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
        defaultMessage="The money goes back the way it came, which can take some days, and the credits of this purchase are gone from your balance."
      />
    </Notice>
  )
}
