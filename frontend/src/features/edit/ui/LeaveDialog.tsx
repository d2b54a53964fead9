import { FormattedMessage } from 'react-intl'
import { Button } from '../../../shared/ui/Button'
import { Dialog } from '../../../shared/ui/Dialog'
import type { LeaveRequest } from './useLeaveGuard'

interface LeaveDialogProps {
  request: LeaveRequest
  onDiscard: () => void
  onSave: () => void
}

/** Confirms leaving with unsaved changes. */
export function LeaveDialog({ request, onDiscard, onSave }: LeaveDialogProps) {
  return (
    <Dialog
      insistent
      title={<FormattedMessage id="edit.leave.title" defaultMessage="Leave without saving?" />}
      onClose={request.stay}
      actions={
        <>
          <Button
            variant="bare"
            onClick={() => {
              onDiscard()
              request.leave()
            }}
          >
            <FormattedMessage id="edit.leave.discard" defaultMessage="Discard changes" />
          </Button>
          <Button variant="quiet" onClick={request.stay}>
            <FormattedMessage id="edit.leave.stay" defaultMessage="Keep editing" />
          </Button>
          <Button
            onClick={() => {
              request.stay()
              onSave()
            }}
          >
            <FormattedMessage id="edit.leave.save" defaultMessage="Save" />
          </Button>
        </>
      }
    >
      <p className="text-muted">
        <FormattedMessage id="edit.leave.text" defaultMessage="Your changes aren’t saved yet." />
      </p>
    </Dialog>
  )
}
