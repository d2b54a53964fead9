import { FormattedDate, FormattedMessage, FormattedNumber } from 'react-intl'
import { useCreditApi, useCreditBalance } from '../api/use-credits'
import { purchaseMessages } from '../messages'
import type { PastPurchase } from '../model/credits'
import { MoreOfList } from './parts'
import { ReceiptButton } from './ReceiptButton'
import { usePages } from './usePages'

/** Purchases with receipts; renders nothing if there are none. */
export function PurchaseList() {
  const api = useCreditApi()
  const { changes } = useCreditBalance()
  const pages = usePages(`${changes}`, (nextToken) => api.purchases(nextToken))
  const { items, problem } = pages
  if (problem === null && (items === null || items.length === 0)) return null
  return (
    <section className="mt-8">
      <h2 className="text-2xl font-semibold">
        <FormattedMessage id="credits.purchases" defaultMessage="Purchases" />
      </h2>
      <ul className="mt-4 divide-y divide-line border-y border-line">
        {items?.map((purchase) => (
          <PurchaseRow key={purchase.id} purchase={purchase} />
        ))}
      </ul>
      <MoreOfList pages={pages} />
    </section>
  )
}

function PurchaseRow({ purchase }: { purchase: PastPurchase }) {
  const { id, creditsPurchased, amountUsd, purchaseDate, status } = purchase
  return (
    <li
      data-purchase={id}
      data-status={status}
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3"
    >
      <div>
        <p>
          <FormattedMessage
            id="credits.count"
            defaultMessage="{count, plural, one {# credit} other {# credits}}"
            values={{ count: creditsPurchased }}
          />
          {amountUsd !== null && (
            <span className="ml-3 text-muted">
              <FormattedNumber value={amountUsd} style="currency" currency="USD" />
            </span>
          )}
        </p>
        <p className="flex gap-x-3 text-sm text-muted">
          <time dateTime={purchaseDate}>
            <FormattedDate value={purchaseDate} dateStyle="medium" timeStyle="short" />
          </time>
          <span>
            <FormattedMessage {...purchaseMessages[status]} />
          </span>
        </p>
      </div>
      {(status === 'COMPLETED' || status === 'REFUNDED') && <ReceiptButton purchaseId={id} />}
    </li>
  )
}
