import Fraction from 'fraction.js'
import { FormattedMessage, useIntl } from 'react-intl'
import { Link } from 'react-router'
import { describeProblem } from '../../../../shared/i18n/problem-messages'
import { paths } from '../../../../shared/lib/routing/paths'
import { IconButton } from '../../../../shared/ui/Button'
import { CloseIcon } from '../../../../shared/ui/icons'
import { Stepper } from '../../../../shared/ui/Stepper'
import { storedMeal, withFactorOf, withoutRecipe } from '../../model/meal'
import type { MealRecipe } from './useMealRecipes'

/** A recipe of the meal with its servings. */
export function MealRow({ entry, recipe, problem }: MealRecipe) {
  const intl = useIntl()
  const title =
    recipe?.title ?? entry.title ?? intl.formatMessage({ id: 'card.untitled', defaultMessage: 'Untitled recipe' })
  const servings = recipe?.servings ?? null
  const factor = new Fraction(entry.factor)
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2" data-meal-recipe={entry.id}>
      <div className="min-w-48 flex-1">
        <Link
          to={paths.recipe(entry.id)}
          lang={recipe?.language ?? undefined}
          className="font-semibold wrap-anywhere underline-offset-4 hover:underline"
        >
          {title}
        </Link>
        {problem !== null && <p className="text-sm text-danger">{describeProblem(intl, 'show', problem)}</p>}
        {recipe !== null && recipe.instructions.length === 0 && (
          <p className="text-sm text-muted">
            <FormattedMessage id="tonight.noSteps" defaultMessage="No steps, so it isn’t in the timeline." />
          </p>
        )}
      </div>
      {servings !== null && servings > 0 && (
        <Stepper
          servings={factor.mul(servings)}
          onChange={(wanted) =>
            storedMeal.write(withFactorOf(storedMeal.read(), entry.id, wanted.div(servings).toFraction()))
          }
        />
      )}
      <IconButton
        label={intl.formatMessage({ id: 'tonight.remove', defaultMessage: 'Remove {title}' }, { title })}
        onClick={() => storedMeal.write(withoutRecipe(storedMeal.read(), entry.id))}
      >
        <CloseIcon />
      </IconButton>
    </li>
  )
}
