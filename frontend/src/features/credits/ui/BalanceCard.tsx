import { FormattedDate, FormattedMessage } from 'react-intl'
import { AlertIcon, ClockIcon } from '../../../shared/ui/icons'
import { useFetched } from '../../../shared/ui/useTask'
import { useCreditApi, useCreditBalance } from '../api/use-credits'
import { creditProblemOf } from '../model/credit-problem'
import { type Expiry, expiriesOf } from '../model/credits'
import { Fetching, NotFetched } from './parts'

/** Balance, held credits and expiries of a member. */
export function BalanceCard() {
  const api = useCreditApi()
  const { balance, changes } = useCreditBalance()
  const grants = useFetched(changes, async () => {
    const now = Date.now()
    return expiriesOf(await api.openGrants(now), now)
  })
  const expiries = grants.result ?? []
  const failed = grants.problem === null ? null : creditProblemOf(grants.problem)

  return (
    <section
      aria-live="polite"
      className="mt-6 flex flex-col gap-5 rounded-3xl border border-line bg-surface p-5 shadow-card sm:p-8"
    >
      {balance === null ? (
        failed === null ? (
          <Fetching className="h-24 w-full" />
        ) : (
          <NotFetched problem={failed} onRetry={() => void grants.run()} />
        )
      ) : (
        <>
          <p data-credits={balance.creditBalance} className="text-lg text-muted">
            <FormattedMessage
              id="credits.balance"
              defaultMessage="<b>{count, number}</b> {count, plural, one {credit} other {credits}} available"
              values={{
                count: balance.creditBalance,
                b: (chunks) => (
                  <span
                    key="count"
                    className="mr-1 font-serif text-6xl leading-none font-semibold text-ink tabular-nums sm:text-7xl"
                  >
                    {chunks}
                  </span>
                ),
              }}
            />
          </p>
          {balance.heldCredits > 0 && (
            <p data-held={balance.heldCredits} className="flex items-start gap-2">
              <ClockIcon className="mt-0.5 size-5 text-muted" />
              <span>
                <FormattedMessage
                  id="credits.held"
                  defaultMessage="{count, plural, one {# more credit is on hold for a running import. It’s refunded if the import fails.} other {# more credits are on hold for running imports. They’re refunded if an import fails.}}"
                  values={{ count: balance.heldCredits }}
                />
              </span>
            </p>
          )}
          <SoonOver expiries={expiries} />
          <Expiries expiries={expiries} />
          {failed !== null && <NotFetched problem={failed} onRetry={() => void grants.run()} />}
        </>
      )}
    </section>
  )
}

/** Warning about credits that expire soon. */
function SoonOver({ expiries }: { expiries: readonly Expiry[] }) {
  const soon = expiries.filter(({ soon }) => soon)
  const last = soon.at(-1)
  if (last === undefined) return null
  return (
    <p
      data-notice="expiring"
      className="flex items-start gap-2 rounded-2xl bg-accent-soft px-4 py-3 text-on-accent-soft"
    >
      <AlertIcon className="mt-0.5 size-5" />
      <span>
        <FormattedMessage
          id="credits.expireSoon"
          defaultMessage="{count, plural, one {# credit expires} other {# credits expire}} by {date, date, long}. The ones that expire first are used first."
          values={{ count: soon.reduce((sum, { credits }) => sum + credits, 0), date: new Date(last.at) }}
        />
      </span>
    </p>
  )
}

function Expiries({ expiries }: { expiries: readonly Expiry[] }) {
  if (expiries.length === 0) return null
  return (
    <div>
      <h2 className="text-sm font-semibold text-muted">
        <FormattedMessage id="credits.expiries" defaultMessage="Expires" />
      </h2>
      <ul className="mt-2 divide-y divide-line">
        {expiries.map(({ at, credits }) => (
          <li key={at} data-expiry={at} className="flex flex-wrap justify-between gap-x-4 py-2">
            <time dateTime={at}>
              <FormattedDate value={at} dateStyle="long" />
            </time>
            <span className="font-semibold tabular-nums">
              <FormattedMessage
                id="credits.count"
                defaultMessage="{count, plural, one {# credit} other {# credits}}"
                values={{ count: credits }}
              />
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}
