import type { ReactNode } from 'react'
import { FormattedMessage } from 'react-intl'
import type { AdminFeedback } from '../../../../shared/lib/feedback/feedback'

/** The recipe as extracted at the time of the owner's report. */
export function ReadThen({ reading }: { reading: NonNullable<AdminFeedback['reading']> }) {
  const { title, ingredients, instructions, prep_time, cook_time, total_time, sourceHost } = reading
  const times = [prep_time, cook_time, total_time].map((minutes) => minutes ?? '–').join(' + ')
  return (
    <details data-reading className="mt-3">
      <summary className="w-fit rounded py-2 font-semibold">
        <FormattedMessage id="feedback.admin.reading" defaultMessage="Import details" />
      </summary>
      <div className="mt-2 flex flex-col gap-3 rounded-2xl bg-sunken p-4 text-sm">
        <p className="wrap-anywhere">
          {[title, sourceHost, times].filter((part) => part !== null && part !== '').join(' · ')}
        </p>
        <Lines of={ingredients}>{(lines) => <ul className="list-disc pl-5">{lines}</ul>}</Lines>
        <Lines of={instructions}>{(lines) => <ol className="list-decimal pl-5">{lines}</ol>}</Lines>
      </div>
    </details>
  )
}

function Lines({ of, children }: { of: readonly string[]; children: (lines: ReactNode) => ReactNode }) {
  const seen = new Map<string, number>()
  const lines = of.map((text) => {
    const count = (seen.get(text) ?? 0) + 1
    seen.set(text, count)
    return (
      <li key={`${text} ${count}`} className="wrap-anywhere">
        {text}
      </li>
    )
  })
  return children(lines)
}
