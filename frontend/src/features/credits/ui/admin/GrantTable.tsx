import { defineMessages, FormattedDate, FormattedMessage, type MessageDescriptor } from 'react-intl'
import type { MemberGrant } from '../../model/member-account'

const types: Readonly<Record<MemberGrant['grantType'], MessageDescriptor>> = defineMessages({
  PURCHASE: { id: 'admin.grant.PURCHASE', defaultMessage: 'Purchase' },
  PROMOTIONAL: { id: 'admin.grant.PROMOTIONAL', defaultMessage: 'Gift' },
  ADJUSTMENT: { id: 'admin.grant.ADJUSTMENT', defaultMessage: 'Added by an admin' },
})

/** Grants of a member with their origin and expiry. */
export function GrantTable({ grants }: { grants: readonly MemberGrant[] }) {
  return (
    <section>
      <h2 className="text-2xl font-semibold">
        <FormattedMessage id="admin.grants" defaultMessage="Grants" />
      </h2>
      {grants.length === 0 && (
        <p className="mt-3 text-muted">
          <FormattedMessage id="admin.grants.none" defaultMessage="No credits yet." />
        </p>
      )}
      <ul className="mt-3 divide-y divide-line">
        {grants.map(({ id, grantType, creditsGranted, creditsRemaining, expirationDate, expired }) => (
          <li key={id} data-grant={id} className="flex flex-wrap justify-between gap-x-4 py-2">
            <span>
              <FormattedMessage {...types[grantType]} />
            </span>
            <span className="text-muted">
              {expired ? (
                <FormattedMessage
                  id="admin.grant.expired"
                  defaultMessage="expired on {date}"
                  values={{ date: <FormattedDate value={expirationDate} dateStyle="medium" /> }}
                />
              ) : (
                <FormattedMessage
                  id="admin.grant.until"
                  defaultMessage="expires on {date}"
                  values={{ date: <FormattedDate value={expirationDate} dateStyle="medium" /> }}
                />
              )}
            </span>
            <span className="font-semibold tabular-nums">
              <FormattedMessage
                id="admin.grant.left"
                defaultMessage="{left, number} of {all, number} left"
                values={{ left: creditsRemaining, all: creditsGranted }}
              />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
