import { useRef, useState } from 'react'
import { FormattedDate, FormattedMessage, FormattedNumber } from 'react-intl'
import { newRecipeId } from '../../../../shared/lib/recipe/recipe-id'
import { Button } from '../../../../shared/ui/Button'
import { Dialog } from '../../../../shared/ui/Dialog'
import { TextInput } from '../../../../shared/ui/TextInput'
import { useForm } from '../../../../shared/ui/useForm'
import { useTask } from '../../../../shared/ui/useTask'
import { useAdminApi } from '../../api/admin-api'
import { purchaseMessages } from '../../messages'
import { creditProblemOf } from '../../model/credit-problem'
import type { MemberPurchase } from '../../model/member-account'
import { ProblemAlert } from '../parts'
import { useActChecks } from './useActChecks'

interface PurchaseTableProps {
  purchases: readonly MemberPurchase[]
  onDone: () => void
}

/** Purchases of a member, with refunds. */
export function PurchaseTable({ purchases, onDone }: PurchaseTableProps) {
  const [asking, setAsking] = useState<MemberPurchase | null>(null)
  return (
    <section>
      <h2 className="text-2xl font-semibold">
        <FormattedMessage id="credits.purchases" defaultMessage="Purchases" />
      </h2>
      {purchases.length === 0 && (
        <p className="mt-3 text-muted">
          <FormattedMessage id="admin.purchases.none" defaultMessage="No purchases yet." />
        </p>
      )}
      <ul className="mt-3 divide-y divide-line">
        {purchases.map((purchase) => (
          <li
            key={purchase.id}
            data-purchase={purchase.id}
            data-status={purchase.status}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3"
          >
            <div className="min-w-0">
              <PurchaseWords purchase={purchase} />
              <p className="flex flex-wrap gap-x-3 text-sm text-muted">
                <time dateTime={purchase.purchaseDate}>
                  <FormattedDate value={purchase.purchaseDate} dateStyle="medium" timeStyle="short" />
                </time>
                <FormattedMessage {...purchaseMessages[purchase.status]} />
                <span className="wrap-anywhere">{purchase.id}</span>
              </p>
            </div>
            {purchase.status === 'COMPLETED' && (
              <Button variant="quiet" onClick={() => setAsking(purchase)}>
                <FormattedMessage id="admin.refund" defaultMessage="Refund" />
              </Button>
            )}
          </li>
        ))}
      </ul>
      {asking !== null && (
        <RefundDialog
          purchase={asking}
          onClose={() => setAsking(null)}
          onDone={() => {
            setAsking(null)
            onDone()
          }}
        />
      )}
    </section>
  )
}

function PurchaseWords({ purchase: { credits, amountUsd } }: { purchase: MemberPurchase }) {
  return (
    <p>
      <FormattedMessage
        id="credits.count"
        defaultMessage="{count, plural, one {# credit} other {# credits}}"
        values={{ count: credits }}
      />
      <span className="ml-3 text-muted">
        <FormattedNumber value={amountUsd} style="currency" currency="USD" />
      </span>
    </p>
  )
}

interface RefundDialogProps {
  purchase: MemberPurchase
  onClose: () => void
  onDone: () => void
}

function RefundDialog({ purchase, onClose, onDone }: RefundDialogProps) {
  const admin = useAdminApi()
  const checks = useActChecks()
  const key = useRef(newRecipeId())
  const { busy, problem, run } = useTask(async (_, reason: string) => {
    await admin.refund(purchase.id, { key: key.current, reason })
    onDone()
  }, creditProblemOf)

  const form = useForm({
    initial: { reason: '' },
    check: ({ reason }) => ({ reason: checks.reason(reason) }),
    busy,
    onSubmit: ({ reason }) => void run(reason.trim()),
  })

  return (
    <Dialog
      insistent
      title={<FormattedMessage id="admin.refund.title" defaultMessage="Refund this purchase?" />}
      onClose={() => !busy && onClose()}
    >
      <form noValidate onSubmit={form.onSubmit} className="flex flex-col gap-5">
        <PurchaseWords purchase={purchase} />
        <p>
          <FormattedMessage
            id="admin.refund.text"
            defaultMessage="The full amount goes back to the card, and unused credits from this purchase are removed. This can’t be undone."
          />
        </p>
        <TextInput
          label={<FormattedMessage id="admin.refund.reason" defaultMessage="Reason" />}
          autoComplete="off"
          {...form.field('reason')}
        />
        <ProblemAlert problem={problem} />
        <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
          <Button variant="quiet" onClick={onClose} aria-disabled={busy}>
            <FormattedMessage id="admin.refund.cancel" defaultMessage="Cancel" />
          </Button>
          <Button type="submit" variant="danger" aria-disabled={busy}>
            <FormattedMessage id="admin.refund.act" defaultMessage="Refund" />
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
