import { useRef, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Link } from 'react-router'
import { useRecipeApi } from '../../../../shared/api/recipes/RecipeApiProvider'
import { useRecipes } from '../../../../shared/api/recipes/RecipesProvider'
import { localeOf } from '../../../../shared/i18n/locale'
import { describeProblem } from '../../../../shared/i18n/problem-messages'
import type { OwnRecipe } from '../../../../shared/lib/recipe/recipe'
import { newRecipeId } from '../../../../shared/lib/recipe/recipe-id'
import { findSamePage } from '../../../../shared/lib/recipe/same-page'
import { paths } from '../../../../shared/lib/routing/paths'
import { Button } from '../../../../shared/ui/Button'
import { PlusIcon } from '../../../../shared/ui/icons'
import { useTask } from '../../../../shared/ui/useTask'

/** Other recipes of the source page; each can be imported. */
export function OtherRecipes({ recipe: { url, otherRecipes, language } }: { recipe: OwnRecipe }) {
  // Absent in recipes stored by older versions.
  const titles = otherRecipes ?? []
  if (url === null || titles.length === 0) return null
  return (
    <details data-others className="mt-8 max-w-3xl rounded-2xl bg-sunken p-4 sm:p-5 print:hidden">
      <summary className="w-fit cursor-pointer rounded font-semibold">
        <FormattedMessage
          id="others.title"
          defaultMessage="This page has {count, plural, one {# more recipe} other {# more recipes}}"
          values={{ count: titles.length }}
        />
      </summary>
      <ul className="mt-3 flex flex-col gap-1">
        {titles.map((title) => (
          <Other key={title} url={url} title={title} language={language ?? undefined} />
        ))}
      </ul>
    </details>
  )
}

function Other({ url, title, language }: { url: string; title: string; language: string | undefined }) {
  const intl = useIntl()
  const api = useRecipeApi()
  const { recipes } = useRecipes()
  const [added, setAdded] = useState<string | null>(null)
  // Reusing the id makes a retry idempotent.
  const id = useRef<string | null>(null)
  const { busy, problem, run } = useTask(async () => {
    id.current ??= newRecipeId()
    const { id: created } = await api.create(id.current, localeOf(location.pathname), { url, part: title })
    setAdded(created)
  })
  const own = findSamePage(url, recipes, ({ card }) => card, title)?.card.id ?? added
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
      <span lang={language} className="min-w-0 flex-1 wrap-anywhere">
        {title}
      </span>
      {own === null ? (
        <Button
          variant="quiet"
          disabled={busy}
          onClick={() => void run()}
          aria-label={intl.formatMessage({ id: 'others.addNamed', defaultMessage: 'Add: {title}' }, { title })}
        >
          <PlusIcon />
          <FormattedMessage id="others.add" defaultMessage="Add" />
        </Button>
      ) : (
        <Link
          to={paths.recipe(own)}
          aria-label={intl.formatMessage(
            { id: 'others.haveNamed', defaultMessage: 'In your recipes: {title}' },
            { title },
          )}
          className="inline-flex min-h-11 items-center font-medium text-accent underline-offset-4 hover:underline"
        >
          <FormattedMessage id="others.have" defaultMessage="In your recipes" />
        </Link>
      )}
      {problem !== null && (
        <p role="alert" className="w-full text-sm font-medium text-danger">
          {describeProblem(intl, 'retry', problem)}
        </p>
      )}
    </li>
  )
}
