import { FormattedMessage, useIntl } from 'react-intl'
import { useRecipes } from '../../../../shared/api/recipes/RecipesProvider'
import { COLLECTION_LIMITS, collectionsOf, withCollection } from '../../../../shared/lib/recipe/collections'
import { Button } from '../../../../shared/ui/Button'
import { CollectionInput } from '../../../../shared/ui/CollectionInput'
import { Dialog } from '../../../../shared/ui/Dialog'
import { CollectionIcon } from '../../../../shared/ui/mark-icons'
import { useToasts } from '../../../../shared/ui/Toasts'
import { useCollecting } from './useCollecting'

interface CollectDialogProps {
  ids: ReadonlySet<string>
  onClose: () => void
  /** Called when the recipes are in a collection. */
  onDone: () => void
}

/** Adds the selected recipes to an existing or new collection. */
export function CollectDialog({ ids, onClose, onDone }: CollectDialogProps) {
  const intl = useIntl()
  const toasts = useToasts()
  const collect = useCollecting()
  const { recipes } = useRecipes()
  const collections = collectionsOf(
    recipes.map(({ card }) => card),
    intl.locale,
  )
  const add = (name: string) => {
    const isFull = ({ id, collections: { length } }: { id: string; collections: readonly string[] }) =>
      ids.has(id) && length >= COLLECTION_LIMITS.names
    const full = recipes.filter(({ card }) => isFull(card)).length
    void collect(
      (card) => ids.has(card.id) && !isFull(card),
      (names) => withCollection(names, name),
    )
    toasts.show({
      kind: full > 0 ? 'error' : 'info',
      content:
        full > 0 ? (
          <FormattedMessage
            id="collect.full"
            defaultMessage="{count, plural, one {# recipe is already in 20 collections, the maximum. Remove it from one first.} other {# recipes are already in 20 collections, the maximum. Remove them from one first.}}"
            values={{ count: full }}
          />
        ) : (
          <FormattedMessage
            id="collect.done"
            defaultMessage="{count, plural, one {# recipe added to {name}} other {# recipes added to {name}}}"
            values={{ count: ids.size, name: <b className="font-semibold wrap-anywhere">{name}</b> }}
          />
        ),
    })
    onDone()
  }
  return (
    <Dialog
      title={
        <FormattedMessage
          id="collect.title"
          defaultMessage="Add {count, plural, one {# recipe} other {# recipes}} to a collection"
          values={{ count: ids.size }}
        />
      }
      onClose={onClose}
    >
      <div className="flex flex-col gap-4">
        {collections.length > 0 && (
          <ul className="flex max-h-60 flex-wrap gap-2 overflow-y-auto p-1">
            {collections.map(({ key, name }) => (
              <li key={key}>
                <Button variant="quiet" onClick={() => add(name)}>
                  <CollectionIcon />
                  <bdi>{name}</bdi>
                </Button>
              </li>
            ))}
          </ul>
        )}
        <CollectionInput
          label={<FormattedMessage id="collect.new" defaultMessage="New collection" />}
          known={collections.map(({ name }) => name)}
          action={<FormattedMessage id="collect.add" defaultMessage="Add" />}
          onName={add}
        />
      </div>
    </Dialog>
  )
}
