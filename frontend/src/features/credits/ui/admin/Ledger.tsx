import { FormattedDate, FormattedMessage, FormattedNumber, useIntl } from 'react-intl'
import { wordsOf } from '../../messages'
import type { MemberTransaction } from '../../model/member-account'
import { readMetadata } from '../../model/metadata'

/** Newest transactions of a member, with the actor. */
export function Ledger({ transactions }: { transactions: readonly MemberTransaction[] }) {
  const intl = useIntl()
  return (
    <section>
      <h2 className="text-2xl font-semibold">
        <FormattedMessage id="admin.ledger" defaultMessage="Activity" />
      </h2>
      <ul className="mt-3 divide-y divide-line">
        {transactions.map((transaction) => {
          const { id, kind, amount, balanceAfter, createdAt, metadata } = transaction
          const { who, ...known } = readMetadata(metadata)
          return (
            <li key={id} data-transaction={id} data-kind={kind} className="flex justify-between gap-4 py-3">
              <div className="min-w-0">
                <p className="wrap-anywhere">{wordsOf(intl, transaction)}</p>
                <p className="flex flex-wrap gap-x-3 text-sm text-muted">
                  <time dateTime={createdAt}>
                    <FormattedDate value={createdAt} dateStyle="medium" timeStyle="medium" />
                  </time>
                  {who !== undefined && (
                    <span className="wrap-anywhere">
                      <FormattedMessage id="admin.ledger.who" defaultMessage="by {who}" values={{ who }} />
                    </span>
                  )}
                  {known['purchase'] !== undefined && <span className="wrap-anywhere">{known['purchase']}</span>}
                </p>
              </div>
              <div className="shrink-0 text-right tabular-nums">
                <p className="font-semibold">
                  <FormattedNumber value={amount} signDisplay="exceptZero" />
                </p>
                <p className="text-sm text-muted">
                  <FormattedNumber value={balanceAfter} />
                </p>
              </div>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
