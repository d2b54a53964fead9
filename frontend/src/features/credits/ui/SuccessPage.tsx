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
        title={<FormattedMessage id="purchase.waiting" defaultMessage="Waiting for your payment to arrive" />}
      >
        <FormattedMessage
          id="purchase.waiting.text"
          defaultMessage="This takes a few seconds as a rule. You can close this tab: the credits arrive anyway."
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
            <FormattedMessage id="purchase.pending" defaultMessage="Your payment is still on its way" />
          ) : (
            <FormattedMessage
              id="purchase.unreachable"
              defaultMessage="We could not find out how your payment stands"
            />
          )
        }
        actions={
          <>
            <Button onClick={onRetry}>
              <FormattedMessage id="purchase.lookAgain" defaultMessage="Look again" />
            </Button>
            <ToHistory />
          </>
        }
      >
        {kind === 'still-pending' ? (
          <FormattedMessage
            id="purchase.pending.text"
            defaultMessage="Some ways of paying take minutes, and some take days. There is nothing you need to do, and no need to pay again: as soon as it arrives your credits are here."
          />
        ) : (
          <FormattedMessage
            id="purchase.unreachable.text"
            defaultMessage="Please do not pay again: if you have paid, your credits arrive by themselves. Look at your history in a few minutes; if they are not there then, write to us."
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
            <FormattedMessage id="purchase.unknown" defaultMessage="No such purchase" />
          ) : (
            <FormattedMessage id="purchase.problem" defaultMessage="This purchase cannot be shown" />
          )
        }
        actions={
          <>
            {problem !== 'UNKNOWN_PURCHASE' && (
              <Button onClick={onRetry}>
                <FormattedMessage id="purchase.lookAgain" defaultMessage="Look again" />
              </Button>
            )}
            <ToHistory />
          </>
        }
      >
        {problem === 'UNKNOWN_PURCHASE' ? (
          <FormattedMessage
            id="purchase.unknown.text"
            defaultMessage="This account has no purchase at this address. If you paid while you were signed in to another account, the credits are there."
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
      <FormattedMessage id="purchase.toHistory" defaultMessage="To your history" />
    </Link>
  )
}
