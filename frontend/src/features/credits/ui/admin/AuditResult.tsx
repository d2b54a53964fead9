import { FormattedMessage } from 'react-intl'
import { AlertIcon, CheckIcon } from '../../../../shared/ui/icons'
import type { Audit } from '../../model/member-account'

/** Result of the ledger audit. Findings use the ledger's own names of rows and rules. */
export function AuditResult({ audit: { isClean, damages } }: { audit: Audit }) {
  if (isClean) {
    return (
      <p data-audit="clean" className="flex items-start gap-2 text-good">
        <CheckIcon className="mt-0.5 size-5" />
        <FormattedMessage id="admin.audit.clean" defaultMessage="Every row of this account fits the others." />
      </p>
    )
  }
  return (
    <div data-audit="damaged" className="rounded-2xl bg-danger-soft px-4 py-3">
      <p className="flex items-start gap-2 font-semibold text-danger">
        <AlertIcon className="mt-0.5 size-5" />
        <FormattedMessage
          id="admin.audit.damaged"
          defaultMessage="{count, plural, one {# row does} other {# rows do}} not fit the others. Do not adjust anything before it is understood."
          values={{ count: damages.length }}
        />
      </p>
      <ul className="mt-2 flex flex-col gap-1 text-sm">
        {damages.map(({ row, what }) => (
          <li key={`${row} ${what}`} lang="en" className="wrap-anywhere">
            <code>{row}</code>: {what}
          </li>
        ))}
      </ul>
    </div>
  )
}
