import { FormattedMessage } from 'react-intl'
import { Link, useLocation } from 'react-router'
import { isOwn, type Recipe } from '../../../shared/lib/recipe/recipe'
import { paths } from '../../../shared/lib/routing/paths'
import { BasketIcon } from '../../../shared/ui/BasketIcon'
import { Button, buttonClass } from '../../../shared/ui/Button'
import { CookIcon, PlusIcon } from '../../../shared/ui/icons'
import { Compare } from './compare/Compare'
import { useCopying } from './useCopying'
import type { OriginsState } from './useOrigins'
import { useShoppingRequest } from './useShoppingRequest'

interface RecipeActionsProps {
  recipe: Recipe
  /** Null for non-owners. */
  origins: OriginsState | null
  className: string
}

/** Cook mode and the most frequent actions; `RecipeTools` has the others. */
export function RecipeActions({ recipe, origins, className }: RecipeActionsProps) {
  const { search } = useLocation()
  const copying = useCopying(recipe.id)
  const shopping = useShoppingRequest(recipe)
  const canCook = recipe.ingredients.length + recipe.instructions.length > 0
  return (
    <div className={`mt-1 flex flex-wrap items-center gap-2 print:hidden ${className}`}>
      {canCook && (
        <Link to={{ pathname: paths.cook(recipe.id), search }} className={buttonClass('primary')}>
          <CookIcon />
          <FormattedMessage id="recipe.cookMode" defaultMessage="Cook mode" />
        </Link>
      )}
      {isOwn(recipe) ? (
        <>
          {shopping !== null && (
            <Link to={paths.shoppingList} state={shopping} className={buttonClass('quiet')}>
              <BasketIcon />
              <FormattedMessage id="recipe.shop" defaultMessage="Shopping list" />
            </Link>
          )}
          {origins !== null && <Compare recipe={recipe} origins={origins} />}
        </>
      ) : (
        <Button variant="quiet" disabled={copying.busy} onClick={copying.begin}>
          <PlusIcon />
          <FormattedMessage id="recipe.save" defaultMessage="Save to my recipes" />
        </Button>
      )}
    </div>
  )
}
