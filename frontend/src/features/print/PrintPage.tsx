import { FormattedMessage, useIntl } from 'react-intl'
import { Link, useLocation } from 'react-router'
import { collected } from '../../shared/api/recipes/collected'
import { useRecipeApi } from '../../shared/api/recipes/RecipeApiProvider'
import { useRecipes } from '../../shared/api/recipes/RecipesProvider'
import { describeProblem } from '../../shared/i18n/problem-messages'
import type { Problem } from '../../shared/lib/errors'
import type { Recipe } from '../../shared/lib/recipe/recipe'
import { linkedIds } from '../../shared/lib/recipe/recipe-links'
import { paths } from '../../shared/lib/routing/paths'
import { namedIds } from '../../shared/lib/shopping/shopping-request'
import { Button } from '../../shared/ui/Button'
import { BackIcon, PrintIcon } from '../../shared/ui/icons'
import '../../shared/ui/print.css'
import { usePageTitle } from '../../shared/ui/usePageTitle'
import { useFetched } from '../../shared/ui/useTask'
import { PrintedRecipe } from './PrintedRecipe'

/** Page /my-recipes/print: all recipes, or those in the navigation state, each on its own page. */
export function PrintPage() {
  const intl = useIntl()
  usePageTitle(intl.formatMessage({ id: 'page.print.title', defaultMessage: 'Print recipes – Zest' }))
  const ids = useNamed()
  const cards = useRecipes().recipes
  const total = cards.length
  const titles = new Map(cards.map(({ card }) => [card.id, card.title]))
  const api = useRecipeApi()
  const asked = useSlices(ids?.join(' ') ?? 'all', () => (ids === null ? api.exportAll() : api.exportSome(ids)))
  const { recipes } = asked
  const loaded = new Map(recipes.map((recipe) => [recipe.id, recipe]))
  const missing = linkedIds(recipes, new Set(titles.keys())).filter((id) => !loaded.has(id))
  const linked = useSlices(asked.whole ? `linked ${missing.join(' ')}` : null, () => api.exportSome(missing))
  for (const recipe of linked.recipes) loaded.set(recipe.id, recipe)
  const whole = asked.whole && linked.whole
  const { problem, again } = asked.problem === null ? linked : asked
  const wanted = ids?.length ?? total
  return (
    <div className="mx-auto max-w-4xl pt-2 pb-24 print:pb-0">
      <div className="print:hidden">
        <Link
          to={paths.myRecipes}
          className="inline-flex min-h-11 items-center gap-2 rounded-full text-muted hover:text-ink"
        >
          <BackIcon />
          <FormattedMessage id="myRecipes.title" defaultMessage="My recipes" />
        </Link>
        <h1 className="pt-2 text-3xl font-semibold sm:text-4xl">
          <FormattedMessage id="print.title" defaultMessage="Print recipes" />
        </h1>
        <div className="flex flex-wrap items-center gap-4 py-6">
          <Button disabled={!whole || recipes.length === 0} onClick={() => print()}>
            <PrintIcon />
            <FormattedMessage id="recipe.print" defaultMessage="Print" />
          </Button>
          <p role="status" className="text-muted" data-printable={whole ? recipes.length : undefined}>
            {whole ? (
              <FormattedMessage
                id="print.ready"
                defaultMessage="{count, plural, =0 {No recipes to print.} one {# recipe, on its own page.} other {# recipes, each on its own page.}}"
                values={{ count: recipes.length }}
              />
            ) : (
              problem === null && (
                <FormattedMessage
                  id="print.loading"
                  defaultMessage="Loading recipes: {done, number} of {total, number}"
                  values={{ done: recipes.length, total: Math.max(wanted, recipes.length) }}
                />
              )
            )}
          </p>
        </div>
        {problem !== null && (
          <div role="alert" className="mb-6 flex flex-wrap items-center gap-4 rounded-2xl bg-danger-soft p-5">
            <p>{describeProblem(intl, 'print', problem)}</p>
            <Button variant="quiet" onClick={again}>
              <FormattedMessage id="action.retry" defaultMessage="Try again" />
            </Button>
          </div>
        )}
      </div>
      {recipes.map((recipe) => (
        <PrintedRecipe key={recipe.id} recipe={recipe} titles={titles} linked={loaded} />
      ))}
    </div>
  )
}

/** Ids from the navigation state; null for all. */
function useNamed(): readonly string[] | null {
  const { state } = useLocation() as { state: unknown }
  return namedIds(state)
}

interface Slices {
  readonly recipes: readonly Recipe[]
  readonly whole: boolean
  readonly problem: Problem | null
  readonly again: () => void
}

/** Loads recipes in slices; unfinished ones are omitted. */
function useSlices(key: string | null, slices: () => AsyncIterable<readonly Recipe[]>): Slices {
  const { phase, progress, result, problem, run } = useFetched<readonly Recipe[], readonly Recipe[]>(key, (task) =>
    collected(slices(), task),
  )
  const whole = phase === 'done'
  return { recipes: (whole ? result : progress) ?? [], whole, problem, again: () => void run() }
}
