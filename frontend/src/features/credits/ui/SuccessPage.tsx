import { useEffect } from 'react'
import { FormattedMessage } from 'react-intl'
import { Link, useSearchParams } from 'react-router'
import type { CreditProblem } from '../../../shared/lib/error-codes'
import { Problem } from '../../../shared/lib/errors'
import { isRecipeId } from '../../../shared/lib/recipe/recipe-id'
import { paths } from '../../../shared/lib/routing/paths'
import { Button, buttonClass } from '../../../shared/ui/Button'
import { AlertIcon, ClockIcon } from '../../../shared/ui/icons'
import { Notice } from '../../../shared/ui/Notice'
import { useTask } from '../../../shared/ui/useTask'
import { useBalanceStore, usePaymentApi } from '../api/use-credits'
import { creditProblemMessages } from '../messages'
import { creditProblemOf } from '../model/credit-problem'
import { type Outcome, outcomeOf } from '../model/outcome'
import { PurchaseIds } from '../model/purchase-id'
import { PurchaseOver } from './PurchaseOver'
import { CreditsFrame } from './parts'

/** Page /credits/success: polls the outcome of a payment. */
export function SuccessPage() {
  const [search] = useSearchParams()
  const id = search.get('purchase') ?? ''
  return (
    <CreditsFrame page="success">
      <Purchase key={id} id={id} />
    </CreditsFrame>
  )
}

function Purchase({ id }: { id: string }) {
  const payments = usePaymentApi()
  const balance = useBalanceStore()
  const task = useTask<Outcome, [], never, CreditProblem>(async ({ wanted }) => {
    // A malformed id is not sent.
    if (!isRecipeId(id)) throw new Problem('UNKNOWN_PURCHASE')
    const outcome = await outcomeOf({
      look: () => payments.purchase(id),
      pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
      now: Date.now,
      wanted,
    })
    if (outcome.kind === 'over') {
      new PurchaseIds().forget(outcome.purchase.packageId, id)
      await balance.refresh()
    }
    return outcome
  }, creditProblemOf)
  const { run } = task
  useEffect(() => {
    void run()
  }, [run])

  if (task.problem !== null) return <Refused problem={task.problem} onRetry={() => void run()} />
  if (task.phase !== 'done' || task.result === null) return <Waiting />
  if (task.result.kind === 'over') return <PurchaseOver purchase={task.result.purchase} />
  return <NotYet kind={task.result.kind} onRetry={() => void run()} />
}

function Waiting() {
  return (
    <div role="status" data-outcome="waiting">
      <Notice
        level={1}
        icon={<ClockIcon className="size-8 animate-breathe" />}
        title={<FormattedMessage id="purchase.waiting" defaultMessage="Waiting for your payment" />}
      >
        <FormattedMessage
          id="purchase.waiting.text"
          defaultMessage="This usually takes a few seconds. You can close this tab; your credits arrive anyway."
        />
      </Notice>
    </div>
  )
}

function NotYet({ kind, onRetry }: { kind: 'still-pending' | 'unreachable'; onRetry: () => void }) {
  return (
    <div role="status" data-outcome={kind}>
      <Notice
        level={1}
        icon={<ClockIcon className="size-8" />}
        title={
          kind === 'still-pending' ? (
            <FormattedMessage id="purchase.pending" defaultMessage="Payment processing" />
          ) : (
            <FormattedMessage id="purchase.unreachable" defaultMessage="We can’t check your payment right now" />
          )
        }
        actions={
          <>
            <Button onClick={onRetry}>
              <FormattedMessage id="purchase.checkAgain" defaultMessage="Check again" />
            </Button>
            <ToHistory />
          </>
        }
      >
        {kind === 'still-pending' ? (
          <FormattedMessage
            id="purchase.pending.text"
            defaultMessage="Some payments take minutes, some take days. There’s nothing to do: your credits appear when the payment clears."
          />
        ) : (
          <FormattedMessage
            id="purchase.unreachable.text"
            defaultMessage="Don’t pay again: if the payment went through, your credits arrive automatically. Check your history in a few minutes, or contact us."
          />
        )}
      </Notice>
    </div>
  )
}

function Refused({ problem, onRetry }: { problem: CreditProblem; onRetry: () => void }) {
  return (
    <div role="alert" data-outcome={problem}>
      <Notice
        level={1}
        icon={<AlertIcon className="size-8" />}
        title={
          problem === 'UNKNOWN_PURCHASE' ? (
            <FormattedMessage id="purchase.unknown" defaultMessage="Purchase not found" />
          ) : (
            <FormattedMessage id="purchase.problem" defaultMessage="We can’t show this purchase" />
          )
        }
        actions={
          <>
            {problem !== 'UNKNOWN_PURCHASE' && (
              <Button onClick={onRetry}>
                <FormattedMessage id="purchase.checkAgain" defaultMessage="Check again" />
              </Button>
            )}
            <ToHistory />
          </>
        }
      >
        {problem === 'UNKNOWN_PURCHASE' ? (
          <FormattedMessage
            id="purchase.unknown.text"
            defaultMessage="This account has no such purchase. Did you pay from another account?"
          />
        ) : (
          <FormattedMessage {...creditProblemMessages[problem]} />
        )}
      </Notice>
    </div>
  )
}

function ToHistory() {
  return (
    <Link to={paths.creditHistory} className={buttonClass('quiet')}>
      <FormattedMessage id="purchase.toHistory" defaultMessage="View history" />
    </Link>
  )
}
