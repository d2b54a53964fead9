import { FormattedMessage } from 'react-intl'
import { CheckIcon } from '../../../shared/ui/icons'

/** What a credit buys, what is free, and what a failure costs. */
export function WhatItBuys() {
  return (
    <section className="mt-10">
      <h2 className="text-2xl font-semibold">
        <FormattedMessage id="credits.use.title" defaultMessage="What a credit gets you" />
      </h2>
      <ul className="mt-4 flex flex-col gap-3">
        {[
          <FormattedMessage
            key="import"
            id="credits.buys.import"
            defaultMessage="One import of photos or a file, however many pages or recipes it has."
          />,
          <FormattedMessage
            key="free"
            id="credits.buys.free"
            defaultMessage="Links and pasted text are free, and so is everything you do with your recipes."
          />,
          <FormattedMessage
            key="failed"
            id="credits.buys.failed"
            defaultMessage="Failed imports are free: the credit on hold is refunded."
          />,
        ].map((line) => (
          <li key={line.key} className="flex items-start gap-3">
            <CheckIcon className="mt-0.5 size-5 text-good" />
            <span>{line}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
