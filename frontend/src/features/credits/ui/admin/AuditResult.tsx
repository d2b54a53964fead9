import { FormattedMessage } from 'react-intl'
import { AlertIcon, CheckIcon } from '../../../../shared/ui/icons'
import type { Audit } from '../../model/member-account'

/** Result of the ledger audit. Findings use the ledger's own names of rows and rules. */
export function AuditResult({ audit: { isClean, damages } }: { audit: Audit }) {
  if (isClean) {
    return (
      <p data-audit="clean" className="flex items-start gap-2 text-good">
        <CheckIcon className="mt-0.5 size-5" />
        <FormattedMessage id="admin.audit.clean" defaultMessage="No problems found in this account." />
      </p>
    )
  }
  return (
    <div data-audit="damaged" className="rounded-2xl bg-danger-soft px-4 py-3">
      <p className="flex items-start gap-2 font-semibold text-danger">
        <AlertIcon className="mt-0.5 size-5" />
        <FormattedMessage
          id="admin.audit.damaged"
          defaultMessage="{count, plural, one {# row is inconsistent} other {# rows are inconsistent}}. Don’t adjust this account until we know why."
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
