import { useDeferredValue, useId, useMemo, useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { TextInput } from '../../../../shared/ui/TextInput'
import { matchingTitles } from '../../model/matching-titles'

/** Maximum number of recipes shown; the search finds the others. */
const MAX_SHOWN = 8

export interface RecipeOption {
  readonly id: string
  readonly title: string
  /** The title as `fold` returns it, for the search. */
  readonly folded: string
  readonly lang: string | undefined
}

interface RecipePickerProps {
  /** Recipes to choose from, sorted. */
  recipes: readonly RecipeOption[]
  /** Id of the chosen recipe, or an empty text. */
  chosen: string
  onChoose: (id: string) => void
}

/** Search field with the recipes that match, as radio buttons. The chosen one stays listed. */
export function RecipePicker({ recipes, chosen, onChoose }: RecipePickerProps) {
  const id = useId()
  const [query, setQuery] = useState('')
  const deferred = useDeferredValue(query)
  const found = useMemo(() => matchingTitles(recipes, deferred), [recipes, deferred])
  const first = found.slice(0, MAX_SHOWN)
  const kept = recipes.filter((recipe) => recipe.id === chosen && !first.includes(recipe))
  return (
    <fieldset className="flex flex-col gap-1.5">
      <legend className="sr-only">
        <FormattedMessage id="linked.recipe" defaultMessage="Recipe" />
      </legend>
      <TextInput
        label={<FormattedMessage id="linked.search" defaultMessage="Find the recipe" />}
        type="search"
        dir="auto"
        autoComplete="off"
        value={query}
        onChange={(event) => setQuery(event.target.value)}
        onKeyDown={(event) => {
          // Enter in the search must not link the chosen recipe.
          if (event.key === 'Enter') event.preventDefault()
        }}
      />
      {[...kept, ...first].map((recipe) => (
        <label
          key={recipe.id}
          className="flex min-h-11 cursor-pointer items-center gap-3 rounded-xl px-3 hover:bg-sunken has-checked:bg-sunken has-focus-visible:outline-3 has-focus-visible:outline-accent"
        >
          <input
            type="radio"
            name={`recipe-${id}`}
            value={recipe.id}
            checked={recipe.id === chosen}
            onChange={() => onChoose(recipe.id)}
            className="size-5 flex-none accent-(--accent)"
          />
          <span lang={recipe.lang} className="min-w-0 wrap-anywhere">
            {recipe.title}
          </span>
        </label>
      ))}
      <p role="status" data-found={found.length} className="text-sm text-muted">
        {found.length === 0 ? (
          <FormattedMessage id="linked.none" defaultMessage="No recipe found." />
        ) : (
          found.length > MAX_SHOWN && (
            <FormattedMessage
              id="linked.more"
              defaultMessage="{count, number} recipes found. Type more to narrow the list."
              values={{ count: found.length }}
            />
          )
        )}
      </p>
    </fieldset>
  )
}
