import { useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { Link, useSearchParams } from 'react-router'
import { paths } from '../../../shared/lib/routing/paths'
import { buttonClass } from '../../../shared/ui/Button'
import { BalanceCard } from './BalanceCard'
import { Packages } from './Packages'
import { CreditsFrame } from './parts'
import { WhatItBuys } from './WhatItBuys'

/** Page /credits: balance, expiries, uses and packages. */
export function CreditsPage() {
  const [search] = useSearchParams()
  // Read once: whether the payment was cancelled.
  const [cancelled] = useState(search.has('cancelled'))
  return (
    <CreditsFrame page="credits">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
        <h1 className="text-3xl font-semibold sm:text-4xl">
          <FormattedMessage id="credits.title" defaultMessage="Your credits" />
        </h1>
        <Link to={paths.creditHistory} className={`${buttonClass('bare')} -ml-3 sm:-mr-3`}>
          <FormattedMessage id="credits.toHistory" defaultMessage="History and receipts" />
        </Link>
      </div>
      {cancelled && (
        <p role="status" className="mt-6 rounded-2xl bg-accent-soft px-5 py-4 text-on-accent-soft">
          <FormattedMessage id="credits.cancelled" defaultMessage="Payment cancelled. You weren’t charged." />
        </p>
      )}
      <BalanceCard />
      <WhatItBuys />
      <Packages />
    </CreditsFrame>
  )
}
