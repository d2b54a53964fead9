import { FormattedDate, FormattedMessage } from 'react-intl'
import type { StoredDraft } from '../../../shared/lib/editing/stored-draft'
import { Button } from '../../../shared/ui/Button'
import { PageIcon } from '../../../shared/ui/icons'
import { Notice } from '../../../shared/ui/Notice'

interface LeftDraftProps {
  left: StoredDraft
  onTakeUp: () => void
  onDiscard: () => void
}

/** Offers to restore the unsaved draft of an earlier visit. */
export function LeftDraft({ left, onTakeUp, onDiscard }: LeftDraftProps) {
  return (
    <Notice
      level={2}
      icon={<PageIcon className="size-8" />}
      title={<FormattedMessage id="edit.left.title" defaultMessage="You have unsaved changes" />}
      actions={
        <>
          <Button variant="quiet" onClick={onDiscard}>
            <FormattedMessage id="edit.left.discard" defaultMessage="Discard" />
          </Button>
          <Button onClick={onTakeUp}>
            <FormattedMessage id="edit.left.continue" defaultMessage="Continue editing" />
          </Button>
        </>
      }
    >
      <FormattedMessage
        id="edit.left.text"
        defaultMessage="Last edited {time}, on this device."
        values={{ time: <FormattedDate value={left.savedAt} dateStyle="long" timeStyle="short" /> }}
      />
    </Notice>
  )
}
