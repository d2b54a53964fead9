import { FormattedDate, FormattedMessage } from 'react-intl'
import { type WaitingEdit, WaitingEdits } from '../../../shared/lib/offline/waiting-edits'
import { Button } from '../../../shared/ui/Button'

/** Notice that the shown edit is only on this device, with a discard button. */
export function EditWaits({ edit }: { edit: WaitingEdit }) {
  return (
    <div
      role="status"
      data-waits
      className="my-3 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-2xl bg-sunken px-4 py-3 print:hidden"
    >
      <p className="min-w-52 flex-1">
        <FormattedMessage
          id="recipe.editPending"
          defaultMessage="Your edits from {time} are saved on this device. They’ll sync when you’re online."
          values={{ time: <FormattedDate value={edit.savedAt} dateStyle="long" timeStyle="short" /> }}
        />
      </p>
      <Button variant="quiet" onClick={() => new WaitingEdits().drop(edit.id)}>
        <FormattedMessage id="recipe.editPending.discard" defaultMessage="Discard changes" />
      </Button>
    </div>
  )
}
