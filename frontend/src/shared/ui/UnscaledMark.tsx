import { useState } from 'react'
import { FormattedMessage } from 'react-intl'

/** Mark of a line whose amount could not be scaled; a tap shows why. */
export function UnscaledMark({ className = '' }: { className?: string }) {
  const [open, setOpen] = useState(false)
  return (
    <span data-unscaled className={`text-sm text-muted ${className}`}>
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="min-h-6 cursor-help rounded-sm text-left underline decoration-dotted underline-offset-4 print:no-underline"
      >
        <FormattedMessage id="amount.unscaled" defaultMessage="Amount not scaled" />
      </button>
      {open && (
        <span className="block print:hidden">
          <FormattedMessage
            id="amount.unscaledWhy"
            defaultMessage="It isn’t clear which number to change. Adjust this line yourself."
          />
        </span>
      )}
    </span>
  )
}
