import { FormattedMessage } from 'react-intl'
import { Button } from '../../../shared/ui/Button'
import { Dialog } from '../../../shared/ui/Dialog'

interface SignOutDialogProps {
  /** Imports that wait to be sent. */
  imports: number
  /** Edits and marks that wait to be sent. */
  changes: number
  onStay: () => void
  onLeave: () => void
}

/** Confirms a sign-out that loses work. */
export default function SignOutDialog({ imports, changes, onStay, onLeave }: SignOutDialogProps) {
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
        {imports > 0 && (
          <p>
            <FormattedMessage
              id="signOut.imports"
              defaultMessage="{count, plural, one {# import hasn’t been sent yet.} other {# imports haven’t been sent yet.}}"
              values={{ count: imports }}
            />
          </p>
        )}
        {changes > 0 && (
          <p>
            <FormattedMessage
              id="signOut.changes"
              defaultMessage="{count, plural, one {# change hasn’t been sent yet.} other {# changes haven’t been sent yet.}}"
              values={{ count: changes }}
            />
          </p>
        )}
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
