import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Link } from 'react-router'
import { useRecipes } from '../../../../shared/api/recipes/RecipesProvider'
import { collectionKey } from '../../../../shared/lib/recipe/collection-key'
import {
  COLLECTION_LIMITS,
  collectionsOf,
  withCollection,
  withoutCollection,
} from '../../../../shared/lib/recipe/collections'
import { paths } from '../../../../shared/lib/routing/paths'
import { Button } from '../../../../shared/ui/Button'
import { CollectionInput } from '../../../../shared/ui/CollectionInput'
import { CloseIcon } from '../../../../shared/ui/icons'
import { CollectionIcon } from '../../../../shared/ui/mark-icons'

interface CollectionsProps {
  names: readonly string[]
  onNames: (names: readonly string[]) => void
}

/** Collections of the recipe, linked to the filtered list. */
export function Collections({ names, onNames }: CollectionsProps) {
  const intl = useIntl()
  const { recipes } = useRecipes()
  const [adding, setAdding] = useState(false)
  const all = collectionsOf(
    recipes.map(({ card }) => card),
    intl.locale,
  )
  const add = (name: string) => {
    onNames(withCollection(names, name))
    setAdding(false)
  }
  return (
    <div className="flex flex-col gap-2">
      <ul className="flex flex-wrap items-center gap-2">
        {names.map((name) => (
          <li
            key={name}
            className="flex max-w-full items-center rounded-full border border-line-strong bg-surface pl-3"
          >
            <Link
              to={{ pathname: paths.myRecipes, search: new URLSearchParams({ in: collectionKey(name) }).toString() }}
              className="inline-flex min-h-10 min-w-0 items-center gap-1.5 underline-offset-4 hover:underline"
            >
              <CollectionIcon className="size-4" />
              <bdi className="truncate">{name}</bdi>
            </Link>
            <button
              type="button"
              aria-label={intl.formatMessage(
                { id: 'collections.removeFrom', defaultMessage: 'Remove from {name}' },
                { name },
              )}
              onClick={() => onNames(withoutCollection(names, name))}
              className="grid size-10 shrink-0 place-items-center rounded-full text-muted hover:bg-sunken hover:text-ink"
            >
              <CloseIcon className="size-4" />
            </button>
          </li>
        ))}
        {!adding && names.length < COLLECTION_LIMITS.names && (
          <li>
            <Button variant="bare" onClick={() => setAdding(true)} className={names.length === 0 ? '-ml-3' : ''}>
              <CollectionIcon />
              <FormattedMessage id="collections.addTo" defaultMessage="Add to a collection" />
            </Button>
          </li>
        )}
      </ul>
      {adding && (
        <CollectionInput
          label={<FormattedMessage id="collections.name" defaultMessage="Collection" />}
          known={all.filter(({ name }) => withCollection(names, name) !== names).map(({ name }) => name)}
          action={<FormattedMessage id="collections.add" defaultMessage="Add" />}
          onName={add}
        />
      )}
    </div>
  )
}
