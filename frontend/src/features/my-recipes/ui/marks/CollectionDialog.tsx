import { useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { collectionKey } from '../../../../shared/lib/recipe/collection-key'
import { type Collection, withoutCollection, withRenamed } from '../../../../shared/lib/recipe/collections'
import { Button } from '../../../../shared/ui/Button'
import { CollectionInput } from '../../../../shared/ui/CollectionInput'
import { Dialog } from '../../../../shared/ui/Dialog'
import { TrashIcon } from '../../../../shared/ui/icons'
import { useCollecting } from './useCollecting'

interface CollectionDialogProps {
  collection: Collection
  known: readonly string[]
  onClose: () => void
  /** Sets the collection filter, or clears it with null. */
  onKey: (key: string | null) => void
}

/** Renames or deletes a collection in all of its recipes. The recipes are kept. */
export function CollectionDialog({ collection: { key, name, count }, known, onClose, onKey }: CollectionDialogProps) {
  const collect = useCollecting()
  const [deleting, setDeleting] = useState(false)
  const inIt = (card: { readonly collections: readonly string[] }) =>
    card.collections.some((one) => collectionKey(one) === key)
  const rename = (to: string) => {
    void collect(inIt, (names) => withRenamed(names, name, to))
    onKey(collectionKey(to))
    onClose()
  }
  const remove = () => {
    void collect(inIt, (names) => withoutCollection(names, name))
    onKey(null)
    onClose()
  }
  return (
    <Dialog title={<bdi>{name}</bdi>} onClose={onClose}>
      <div className="flex flex-col items-start gap-5">
        <CollectionInput
          label={<FormattedMessage id="collections.newName" defaultMessage="Collection name" />}
          known={known}
          initial={name}
          action={<FormattedMessage id="collections.rename" defaultMessage="Rename" />}
          onName={rename}
        />
        {deleting ? (
          <div role="alert" className="flex flex-col gap-3">
            <p>
              <FormattedMessage
                id="collections.deleteConfirm"
                defaultMessage="Delete this collection? {count, plural, one {Its recipe stays in your list.} other {Its # recipes stay in your list.}}"
                values={{ count }}
              />
            </p>
            <Button variant="danger" onClick={remove} className="self-start">
              <FormattedMessage id="collections.deleteYes" defaultMessage="Delete collection" />
            </Button>
          </div>
        ) : (
          <Button variant="quiet" onClick={() => setDeleting(true)}>
            <TrashIcon />
            <FormattedMessage id="collections.delete" defaultMessage="Delete collection…" />
          </Button>
        )}
      </div>
    </Dialog>
  )
}
