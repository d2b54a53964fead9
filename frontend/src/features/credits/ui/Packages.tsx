import { FormattedMessage, FormattedNumber } from 'react-intl'
import { Button } from '../../../shared/ui/Button'
import { useFetched } from '../../../shared/ui/useTask'
import { usePaymentApi } from '../api/use-credits'
import { creditProblemOf } from '../model/credit-problem'
import type { CreditPackage } from '../model/credits'
import { Fetching, NotFetched, ProblemAlert } from './parts'
import { useBuying } from './useBuying'

/** Packages with their buy buttons. */
export function Packages() {
  const payments = usePaymentApi()
  const sold = useFetched('packages', () => payments.packages())
  const { busy, problem, buy } = useBuying()

  return (
    <section className="mt-10">
      <h2 className="text-2xl font-semibold">
        <FormattedMessage id="credits.buy.title" defaultMessage="Buy credits" />
      </h2>
      <div className="mt-4">
        {sold.result !== null && (
          <ul className="grid gap-4 sm:grid-cols-3">
            {sold.result.map((one) => (
              <li key={one.id} className="flex">
                <PackageCard one={one} busy={busy === one.id} stopped={busy !== null} onBuy={() => buy(one.id)} />
              </li>
            ))}
          </ul>
        )}
        {sold.result === null && sold.problem === null && <Fetching className="h-48 w-full" />}
        {sold.problem !== null && (
          <NotFetched problem={creditProblemOf(sold.problem)} onRetry={() => void sold.run()} />
        )}
      </div>
      <div className="mt-4">
        <ProblemAlert problem={problem} />
      </div>
      <p className="mt-4 text-sm text-muted">
        <FormattedMessage
          id="credits.buy.terms"
          defaultMessage="One-time payment in US dollars, handled by our payment provider. Credits are valid for 12 months."
        />
      </p>
    </section>
  )
}

interface PackageCardProps {
  one: CreditPackage
  busy: boolean
  /** Disabled while another package is being paid for. */
  stopped: boolean
  onBuy: () => void
}

function PackageCard({ one: { id, credits, priceCents }, busy, stopped, onBuy }: PackageCardProps) {
  return (
    <article
      data-package={id}
      className="flex flex-1 flex-col gap-1 rounded-3xl border border-line bg-surface p-5 shadow-card"
    >
      <h3 className="text-xl font-semibold">
        <FormattedMessage
          id="credits.count"
          defaultMessage="{count, plural, one {# credit} other {# credits}}"
          values={{ count: credits }}
        />
      </h3>
      <p className="font-serif text-3xl font-semibold">
        <FormattedNumber value={priceCents / 100} style="currency" currency="USD" />
      </p>
      <p className="text-sm text-muted">
        <FormattedMessage
          id="credits.perCredit"
          defaultMessage="{price} per credit"
          values={{
            price: (
              <FormattedNumber
                value={priceCents / 100 / credits}
                style="currency"
                currency="USD"
                maximumFractionDigits={3}
              />
            ),
          }}
        />
      </p>
      <div className="mt-auto pt-4">
        <Button onClick={onBuy} aria-disabled={stopped} aria-busy={busy} className="w-full aria-disabled:opacity-60">
          {busy ? (
            <FormattedMessage id="credits.buy.busy" defaultMessage="Opening checkout…" />
          ) : (
            <FormattedMessage
              id="credits.buy"
              defaultMessage="Buy {count, plural, one {# credit} other {# credits}}"
              values={{ count: credits }}
            />
          )}
        </Button>
      </div>
    </article>
  )
}
