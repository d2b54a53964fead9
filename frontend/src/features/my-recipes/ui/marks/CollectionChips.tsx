import { useDeferredValue, useEffect, useMemo, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useRecipeStore, useRecipes } from '../../../../shared/api/recipes/RecipesProvider'
import { collectionsOf } from '../../../../shared/lib/recipe/collections'
import { Button } from '../../../../shared/ui/Button'
import { PencilIcon } from '../../../../shared/ui/icons'
import { CollectionIcon, HeartIcon } from '../../../../shared/ui/mark-icons'
import type { ListQuery } from '../../model/list-query'
import { Chip } from '../Chip'
import { CollectionDialog } from './CollectionDialog'

export interface CollectionChipsProps {
  query: ListQuery
  onChange: (change: Partial<ListQuery>) => void
}

/** Chips for favourites and collections; combined with AND. */
export function CollectionChips({ query, onChange }: CollectionChipsProps) {
  const intl = useIntl()
  const store = useRecipeStore()
  const recipes = useDeferredValue(useRecipes().recipes)
  useEffect(() => store.prepareMarks(), [store])
  const [changing, setChanging] = useState(false)
  const cards = useMemo(() => recipes.map(({ card }) => card), [recipes])
  const collections = useMemo(() => collectionsOf(cards, intl.locale), [cards, intl.locale])
  const favourites = useMemo(() => cards.filter(({ favourite }) => favourite).length, [cards])
  // A collection from a link must be removable even if it is empty.
  const unknown = query.collections.filter((key) => !collections.some((one) => one.key === key))
  const isFavourites = query.state === 'favourites'
  if (favourites + collections.length + unknown.length === 0 && !isFavourites) return null

  const toggle = (key: string) =>
    onChange({
      collections: query.collections.includes(key)
        ? query.collections.filter((one) => one !== key)
        : [...query.collections, key],
    })
  const [only] = query.collections
  const chosen = query.collections.length === 1 ? collections.find(({ key }) => key === only) : undefined
  return (
    <fieldset data-collections className="flex items-center gap-2 sm:flex-wrap">
      <legend className="sr-only">
        <FormattedMessage id="collections.filter" defaultMessage="Favourites and collections" />
      </legend>
      {(favourites > 0 || isFavourites) && (
        <Chip
          pressed={isFavourites}
          count={favourites}
          onPress={() => onChange({ state: isFavourites ? 'all' : 'favourites' })}
        >
          <HeartIcon filled className="mr-1 inline size-4 align-[-0.15em]" />
          <FormattedMessage id="collections.favourites" defaultMessage="Favourites" />
        </Chip>
      )}
      {[...unknown.map((key) => ({ key, name: key, count: 0 })), ...collections].map(({ key, name, count }) => (
        <Chip key={key} pressed={query.collections.includes(key)} count={count} onPress={() => toggle(key)}>
          <CollectionIcon className="mr-1 inline size-4 align-[-0.15em]" />
          <bdi>{name}</bdi>
        </Chip>
      ))}
      {chosen !== undefined && (
        <Button variant="bare" onClick={() => setChanging(true)} className="shrink-0">
          <PencilIcon className="size-4" />
          <FormattedMessage id="collections.change" defaultMessage="Edit collection" />
        </Button>
      )}
      {changing && chosen !== undefined && (
        <CollectionDialog
          collection={chosen}
          known={collections.map(({ name }) => name)}
          onClose={() => setChanging(false)}
          onKey={(key) => onChange({ collections: key === null ? [] : [key] })}
        />
      )}
    </fieldset>
  )
}
