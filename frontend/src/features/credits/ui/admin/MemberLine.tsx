import { FormattedDate, FormattedMessage } from 'react-intl'
import type { Member } from '../../model/member-account'

export function MemberLine({ member: { id, email, createdAt, enabled, confirmed } }: { member: Member }) {
  return (
    <div className="min-w-0">
      <p className="font-semibold wrap-anywhere">{email ?? id}</p>
      <p className="flex flex-wrap gap-x-3 text-sm text-muted">
        <span className="wrap-anywhere">{id}</span>
        {createdAt !== null && (
          <span>
            <FormattedMessage
              id="admin.member.since"
              defaultMessage="Member since {date}"
              values={{ date: <FormattedDate value={createdAt} dateStyle="medium" /> }}
            />
          </span>
        )}
        {!confirmed && <FormattedMessage id="admin.member.unconfirmed" defaultMessage="Email not confirmed" />}
        {!enabled && <FormattedMessage id="admin.member.disabled" defaultMessage="Locked" />}
      </p>
    </div>
  )
}
