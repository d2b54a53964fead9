import { FormattedMessage } from 'react-intl'
import { useFetched } from '../../../../shared/ui/useTask'
import { useAdminApi } from '../../api/admin-api'
import { creditProblemOf } from '../../model/credit-problem'
import type { MemberAccount } from '../../model/member-account'
import { Fetching, NotFetched } from '../parts'
import { AdjustForms } from './AdjustForms'
import { AuditResult } from './AuditResult'
import { GrantTable } from './GrantTable'
import { Ledger } from './Ledger'
import { MemberLine } from './MemberLine'
import { PurchaseTable } from './PurchaseTable'

/** Account of one member, with the admin forms. */
export function MemberCredits({ memberId }: { memberId: string }) {
  const admin = useAdminApi()
  const { result, problem, run } = useFetched(memberId, async () => {
    const [[member], account] = await Promise.all([admin.find({ id: memberId }), admin.account(memberId)])
    return { member, account }
  })
  const reload = () => void run()

  return (
    <div className="mt-8 flex flex-col gap-10">
      {problem !== null && <NotFetched problem={creditProblemOf(problem)} onRetry={reload} />}
      {result === null && problem === null && <Fetching className="h-64 w-full" />}
      {result !== null && (
        <>
          <section className="flex flex-col gap-4 rounded-3xl border border-line bg-surface p-5 shadow-card sm:p-6">
            {result.member !== undefined && <MemberLine member={result.member} />}
            <Balance account={result.account} />
            <AuditResult audit={result.account.audit} />
          </section>
          <AdjustForms memberId={memberId} onDone={reload} />
          <PurchaseTable purchases={result.account.purchases} onDone={reload} />
          <GrantTable grants={result.account.grants} />
          <Ledger transactions={result.account.transactions} />
        </>
      )}
    </div>
  )
}

function Balance({ account: { balance } }: { account: MemberAccount }) {
  const facts = [
    ['usable', <FormattedMessage key="l" id="admin.balance" defaultMessage="Available" />, balance.creditBalance],
    ['held', <FormattedMessage key="l" id="admin.held" defaultMessage="On hold" />, balance.heldCredits],
    [
      'given',
      <FormattedMessage key="l" id="admin.lifetime" defaultMessage="Total received" />,
      balance.lifetimeCredits,
    ],
    ['used', <FormattedMessage key="l" id="admin.used" defaultMessage="Total used" />, balance.lifetimeUsage],
  ] as const
  return (
    <dl className="grid grid-cols-2 gap-4 sm:grid-cols-4">
      {facts.map(([key, label, value]) => (
        <div key={key} data-fact={key}>
          <dt className="text-sm text-muted">{label}</dt>
          <dd className="text-2xl font-semibold tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
