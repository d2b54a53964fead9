import { FormattedMessage } from 'react-intl'
import { Button } from '../../../shared/ui/Button'
import { Dialog } from '../../../shared/ui/Dialog'

interface SignOutDialogProps {
  /** Number of imports, edits and marks that wait to be sent. */
  waiting: number
  onStay: () => void
  onLeave: () => void
}

/** Confirms a sign-out that loses work. */
export default function SignOutDialog({ waiting, onStay, onLeave }: SignOutDialogProps) {
  return (
    <Dialog
      insistent
      title={<FormattedMessage id="signOut.title" defaultMessage="Sign out before everything is sent?" />}
      onClose={onStay}
      actions={
        <>
          <Button variant="danger" onClick={onLeave}>
            <FormattedMessage id="signOut.leave" defaultMessage="Sign out and delete" />
          </Button>
          <Button onClick={onStay}>
            <FormattedMessage id="signOut.stay" defaultMessage="Stay signed in" />
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-2 text-muted">
        <p>
          <FormattedMessage
            id="signOut.waiting"
            defaultMessage="{count, plural, one {# import or change hasn’t been sent yet.} other {# imports and changes haven’t been sent yet.}}"
            values={{ count: waiting }}
          />
        </p>
        <p>
          <FormattedMessage
            id="signOut.text"
            defaultMessage="Signing out deletes them from this device. Stay signed in until you’re online again to keep them."
          />
        </p>
      </div>
    </Dialog>
  )
}
