import { useSyncExternalStore } from 'react'
import { FormattedMessage } from 'react-intl'
import { WaitingEdits } from '../../../../shared/lib/offline/waiting-edits'
import { PencilIcon } from '../../../../shared/ui/icons'

const edits = new WaitingEdits()

/** Shown if edits of the recipe are stored only on this device. */
export function EditMark({ id }: { id: string }) {
  const isWaiting = useSyncExternalStore(edits.subscribe, () => edits.isAnyOf(id))
  if (!isWaiting) return null
  return (
    <span data-edit-waits className="inline-flex items-center gap-1.5 font-medium text-ink">
      <PencilIcon className="size-4" />
      <FormattedMessage id="card.editPending" defaultMessage="Changes not synced yet" />
    </span>
  )
}
