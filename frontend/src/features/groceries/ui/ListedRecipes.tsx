import { FormattedMessage, useIntl } from 'react-intl'
import { Link } from 'react-router'
import { isRecipeId } from '../../../shared/lib/recipe/recipe-id'
import { paths } from '../../../shared/lib/routing/paths'
import { IconButton } from '../../../shared/ui/Button'
import { CloseIcon } from '../../../shared/ui/icons'
import type { ListEntry } from '../model/shopping-list'

interface ListedRecipesProps {
  entries: readonly ListEntry[]
  onRemove: (id: string, name: string) => void
}

/** Recipes in the list; each can be removed with its lines. */
export function ListedRecipes({ entries, onRemove }: ListedRecipesProps) {
  const intl = useIntl()
  const recipes = entries.filter(({ id }) => isRecipeId(id))
  if (recipes.length === 0) return null
  return (
    <section aria-labelledby="listed-recipes" className="mb-6">
      <h2 id="listed-recipes" className="mb-1 text-lg font-semibold">
        <FormattedMessage id="shopping.for" defaultMessage="For these recipes" />
      </h2>
      <ul className="flex flex-wrap gap-2">
        {recipes.map(({ id, title, language }) => {
          const name = title ?? intl.formatMessage({ id: 'card.untitled', defaultMessage: 'Untitled recipe' })
          return (
            <li key={id} className="inline-flex max-w-full items-center rounded-full border border-line-strong pl-4">
              <Link
                to={paths.recipe(id)}
                lang={language ?? undefined}
                className="min-w-0 truncate py-2 underline-offset-4 hover:underline"
              >
                {name}
              </Link>
              <IconButton
                label={intl.formatMessage({ id: 'shopping.remove', defaultMessage: 'Remove {name}' }, { name })}
                onClick={() => onRemove(id, name)}
                className="shrink-0 print:hidden"
              >
                <CloseIcon className="size-4.5" />
              </IconButton>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
