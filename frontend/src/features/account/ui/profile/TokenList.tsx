import { useEffect, useState } from 'react'
import { FormattedDate, FormattedMessage, useIntl } from 'react-intl'
import { describeProblem } from '../../../../shared/i18n/problem-messages'
import { Button } from '../../../../shared/ui/Button'
import { Dialog } from '../../../../shared/ui/Dialog'
import { Skeleton } from '../../../../shared/ui/Skeleton'
import { useTask } from '../../../../shared/ui/useTask'
import { useTokenApi } from '../../api/token-api'
import { isExpired, MAX_TOKENS, type PersonalToken } from '../../model/personal-tokens'
import { NewTokenDialog } from './NewTokenDialog'
import { scopeMessages } from './scope-messages'

/** The member's tokens with their last use; creates and revokes them. */
export function TokenList() {
  const intl = useIntl()
  const api = useTokenApi()
  const [asking, setAsking] = useState<'new' | PersonalToken | null>(null)
  const listing = useTask(() => api.list())
  const revoking = useTask(async (_, token: PersonalToken) => {
    await api.revoke(token.id)
    await listing.run()
    setAsking(null)
  })
  const { run } = listing
  useEffect(() => {
    void run()
  }, [run])
  const tokens = listing.result
  const close = () => {
    revoking.cancel()
    setAsking(null)
  }

  return (
    <div className="flex flex-col items-start gap-4">
      {listing.problem !== null && (
        <p role="alert" className="text-danger">
          {describeProblem(intl, 'account', listing.problem)}
        </p>
      )}
      {tokens === null && listing.busy && <Skeleton className="h-16 w-full" />}
      {tokens !== null && tokens.length > 0 && (
        <ul className="w-full divide-y divide-line rounded-2xl border border-line">
          {tokens.map((token) => (
            <li key={token.id} data-token className="flex flex-wrap items-center justify-between gap-3 px-4 py-3">
              <div className="min-w-0">
                <p className="font-semibold wrap-anywhere">{token.name}</p>
                <p className="text-sm text-muted">
                  {token.scopes.map((scope) => intl.formatMessage(scopeMessages[scope])).join(' · ')}
                </p>
                <p className="text-sm text-muted">
                  <LastUse token={token} /> · <End token={token} />
                </p>
              </div>
              <Button variant="quiet" onClick={() => setAsking(token)}>
                <FormattedMessage id="tokens.revoke" defaultMessage="Revoke" />
              </Button>
            </li>
          ))}
        </ul>
      )}
      {tokens !== null && tokens.length === 0 && (
        <p className="text-muted">
          <FormattedMessage id="tokens.none" defaultMessage="You have no tokens." />
        </p>
      )}
      {tokens !== null &&
        (tokens.length < MAX_TOKENS ? (
          <Button variant="quiet" onClick={() => setAsking('new')}>
            <FormattedMessage id="tokens.create" defaultMessage="Create token" />
          </Button>
        ) : (
          <p className="text-muted">
            <FormattedMessage
              id="tokens.full"
              defaultMessage="You have {count, number} tokens. Revoke one to create another."
              values={{ count: MAX_TOKENS }}
            />
          </p>
        ))}
      {asking === 'new' && <NewTokenDialog onCreated={() => void run()} onClose={close} />}
      {asking !== null && asking !== 'new' && (
        <Dialog
          title={<FormattedMessage id="tokens.revoke.title" defaultMessage="Revoke this token?" />}
          onClose={close}
          actions={
            <>
              <Button variant="quiet" onClick={close}>
                <FormattedMessage id="profile.cancel" defaultMessage="Cancel" />
              </Button>
              <Button variant="danger" disabled={revoking.busy} onClick={() => void revoking.run(asking)}>
                <FormattedMessage id="tokens.revoke" defaultMessage="Revoke" />
              </Button>
            </>
          }
        >
          <p>
            <FormattedMessage
              id="tokens.revoke.text"
              defaultMessage="Apps that use “{name}” lose access immediately."
              values={{ name: asking.name }}
            />
          </p>
          {revoking.problem !== null && (
            <p role="alert" className="mt-3 text-danger">
              {describeProblem(intl, 'account', revoking.problem)}
            </p>
          )}
        </Dialog>
      )}
    </div>
  )
}

function LastUse({ token: { usedAt } }: { token: PersonalToken }) {
  if (usedAt === null) return <FormattedMessage id="tokens.unused" defaultMessage="Never used" />
  return (
    <FormattedMessage
      id="tokens.used"
      defaultMessage="Last used {day}"
      values={{ day: <FormattedDate value={usedAt} dateStyle="medium" /> }}
    />
  )
}

function End({ token }: { token: PersonalToken }) {
  if (token.expiresAt === null) return <FormattedMessage id="tokens.endless" defaultMessage="No expiry" />
  if (isExpired(token, new Date())) return <FormattedMessage id="tokens.expired" defaultMessage="Expired" />
  return (
    <FormattedMessage
      id="tokens.expires"
      defaultMessage="Expires {day}"
      values={{ day: <FormattedDate value={token.expiresAt} dateStyle="medium" /> }}
    />
  )
}
