import { FormattedMessage } from 'react-intl'
import { Button } from '../../../shared/ui/Button'
import { useTask } from '../../../shared/ui/useTask'
import { usePaymentApi } from '../api/use-credits'
import { creditProblemOf } from '../model/credit-problem'
import { ProblemAlert } from './parts'

/** Opens Stripe's receipt, whose address is requested on demand. */
export function ReceiptButton({ purchaseId, className }: { purchaseId: string; className?: string }) {
  const payments = usePaymentApi()
  const { busy, problem, run } = useTask(
    async () => location.assign(await payments.receipt(purchaseId)),
    creditProblemOf,
  )
  return (
    <span className="inline-flex flex-col items-start gap-1">
      <Button variant="quiet" aria-disabled={busy} onClick={() => !busy && void run()} className={className}>
        <FormattedMessage id="credits.receipt" defaultMessage="Receipt" />
      </Button>
      <ProblemAlert problem={problem} />
    </span>
  )
}
