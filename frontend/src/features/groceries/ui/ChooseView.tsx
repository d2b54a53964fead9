import { FormattedMessage, useIntl } from 'react-intl'
import { Link } from 'react-router'
import { useRecipes } from '../../../shared/api/recipes/RecipesProvider'
import { describeProblem } from '../../../shared/i18n/problem-messages'
import { linkedIds } from '../../../shared/lib/recipe/recipe-links'
import { paths } from '../../../shared/lib/routing/paths'
import { MAX_RECIPES, type ShoppingRequest } from '../../../shared/lib/shopping/shopping-request'
import { Button, buttonClass } from '../../../shared/ui/Button'
import { AlertIcon, BackIcon, PotIcon } from '../../../shared/ui/icons'
import { Notice } from '../../../shared/ui/Notice'
import { Skeleton } from '../../../shared/ui/Skeleton'
import { Chooser } from './Chooser'
import { useRecipesToBuy } from './useRecipesToBuy'

interface ChooseViewProps {
  request: Required<ShoppingRequest>
}

/** Selection of what to buy for some recipes. */
export function ChooseView({ request: { ids, factor, factors } }: ChooseViewProps) {
  const intl = useIntl()
  const few = ids.slice(0, MAX_RECIPES)
  const asked = useRecipesToBuy(few)
  const cards = useRecipes().recipes
  const known = new Set(cards.filter(({ card }) => card.status === 'SUCCESS').map(({ card }) => card.id))
  const linked = useRecipesToBuy(linkedIds(asked.recipes ?? [], known).slice(0, MAX_RECIPES))
  const { recipes } = asked
  const { problem, again } = asked.problem === null ? linked : asked
  const [only] = ids.length === 1 ? ids : []
  const body = () => {
    if (problem !== null) {
      return (
        <Notice
          level={2}
          icon={<AlertIcon className="size-8" />}
          title={<FormattedMessage id="shopping.notLoaded" defaultMessage="Couldn’t load the recipes" />}
          actions={
            <Button variant="quiet" onClick={again}>
              <FormattedMessage id="action.retry" defaultMessage="Try again" />
            </Button>
          }
        >
          {describeProblem(intl, 'show', problem)}
        </Notice>
      )
    }
    if (recipes === null || linked.recipes === null) return <Loading />
    if (!recipes.some(({ ingredients }) => ingredients.length > 0)) return <NothingToBuy />
    return (
      <Chooser
        recipes={recipes}
        linked={linked.recipes}
        factor={only === undefined ? '1' : factor}
        initialFactors={factors}
      />
    )
  }
  return (
    <>
      <Link to={only === undefined ? paths.myRecipes : paths.recipe(only)} className={`${buttonClass('bare')} -ml-3`}>
        <BackIcon />
        {only === undefined ? (
          <FormattedMessage id="recipe.back" defaultMessage="My recipes" />
        ) : (
          <FormattedMessage id="shopping.toRecipe" defaultMessage="View recipe" />
        )}
      </Link>
      <h1 className="pt-2 pb-4 text-3xl font-semibold sm:text-4xl">
        <FormattedMessage id="shopping.choose" defaultMessage="What do you need to buy?" />
      </h1>
      {ids.length > few.length && (
        <p className="mb-4">
          <FormattedMessage
            id="shopping.tooMany"
            defaultMessage="Showing the first {most, number} of {count, number} recipes."
            values={{ most: MAX_RECIPES, count: ids.length }}
          />
        </p>
      )}
      {body()}
    </>
  )
}

function NothingToBuy() {
  return (
    <Notice
      level={2}
      icon={<PotIcon className="size-8" />}
      title={<FormattedMessage id="shopping.nothing" defaultMessage="Nothing to buy" />}
    >
      <FormattedMessage id="shopping.nothing.text" defaultMessage="These recipes have no ingredients." />
    </Notice>
  )
}

function Loading() {
  return (
    <div role="status" className="flex flex-col gap-3">
      <span className="sr-only">
        <FormattedMessage id="shopping.loading" defaultMessage="Loading the ingredients…" />
      </span>
      <Skeleton className="h-72 w-full" />
    </div>
  )
}
