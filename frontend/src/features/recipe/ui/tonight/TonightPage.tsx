import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Link, useLocation, useNavigate } from 'react-router'
import { useRecord } from '../../../../shared/api/useRecord'
import { paths } from '../../../../shared/lib/routing/paths'
import { namedIds, type ShoppingRequest } from '../../../../shared/lib/shopping/shopping-request'
import { BasketIcon } from '../../../../shared/ui/BasketIcon'
import { Button, buttonClass } from '../../../../shared/ui/Button'
import { BackIcon, CookIcon, PotIcon, TrashIcon } from '../../../../shared/ui/icons'
import { Notice } from '../../../../shared/ui/Notice'
import { TextInput } from '../../../../shared/ui/TextInput'
import { usePageTitle } from '../../../../shared/ui/usePageTitle'
import { EMPTY_MEAL, MAX_IN_MEAL, type MealEntry, storedMeal, withRecipes } from '../../model/meal'
import { cookLink } from '../../model/meal-links'
import { minutesOf, planned, stepTimes } from '../../model/plan'
import { MealRow } from './MealRow'
import { Timeline } from './Timeline'
import { useMealRecipes } from './useMealRecipes'

/** Page /tonight: recipes that are cooked together, with one timeline to the time when the meal is ready. */
export function TonightPage() {
  const intl = useIntl()
  const meal = useSyncExternalStore(storedMeal.subscribe, storedMeal.read)
  const recipes = useMealRecipes(meal.entries)
  useArrivals()
  usePageTitle(intl.formatMessage({ id: 'tonight.page', defaultMessage: 'Tonight – Zest' }))
  const plan = useMemo(() => {
    const ready = minutesOf(meal.ready)
    return ready === null
      ? null
      : planned(
          recipes.map(({ recipe }) => (recipe === null ? [] : stepTimes(recipe))),
          ready,
        )
  }, [recipes, meal.ready])
  const first = plan?.[0] === undefined ? undefined : recipes[plan[0].recipe]
  const shopping: ShoppingRequest = {
    ids: meal.entries.map(({ id }) => id),
    factors: Object.fromEntries(meal.entries.map(({ id, factor }) => [id, factor])),
  }
  return (
    <div className="mx-auto max-w-4xl pt-2 pb-24" data-meal={meal.entries.length}>
      <Link to={paths.myRecipes} className={`${buttonClass('bare')} -ml-3`}>
        <BackIcon />
        <FormattedMessage id="recipe.back" defaultMessage="My recipes" />
      </Link>
      <h1 className="pt-2 pb-4 text-3xl font-semibold sm:text-4xl">
        <FormattedMessage id="tonight.title" defaultMessage="Tonight" />
      </h1>
      {meal.entries.length === 0 ? (
        <Notice
          level={2}
          icon={<PotIcon className="size-8" />}
          title={<FormattedMessage id="tonight.empty" defaultMessage="Nothing planned" />}
        >
          <FormattedMessage
            id="tonight.empty.text"
            defaultMessage="Select recipes in your list and choose “Cook together”. We’ll tell you when to start what."
          />
        </Notice>
      ) : (
        <>
          <ul className="mb-4 divide-y divide-line border-y border-line">
            {recipes.map((one) => (
              <MealRow key={one.entry.id} {...one} />
            ))}
          </ul>
          <div className="mb-8 flex flex-wrap items-end gap-3">
            <div className="w-36">
              <TextInput
                type="time"
                name="ready"
                required
                label={<FormattedMessage id="tonight.ready" defaultMessage="Ready at" />}
                value={meal.ready}
                onChange={({ target }) => {
                  if (minutesOf(target.value) !== null) storedMeal.write({ ...meal, ready: target.value })
                }}
              />
            </div>
            {first !== undefined && (
              <Link to={cookLink(first.entry)} className={`${buttonClass('primary')} min-h-12`}>
                <CookIcon />
                <FormattedMessage id="tonight.cook" defaultMessage="Start cooking" />
              </Link>
            )}
            <Link to={paths.shoppingList} state={shopping} className={`${buttonClass('quiet')} min-h-12`}>
              <BasketIcon />
              <FormattedMessage id="tonight.shop" defaultMessage="Shopping list" />
            </Link>
            <Button
              variant="bare"
              className="min-h-12"
              onClick={() => storedMeal.write({ ...EMPTY_MEAL, ready: meal.ready })}
            >
              <TrashIcon />
              <FormattedMessage id="tonight.clear" defaultMessage="Remove all" />
            </Button>
          </div>
          {plan === null ? (
            <p className="text-muted">
              <FormattedMessage id="tonight.tooLong" defaultMessage="These recipes take too long for one plan." />
            </p>
          ) : (
            plan.length > 0 && <Timeline recipes={recipes} plan={plan} ready={meal.ready} />
          )}
        </>
      )}
    </div>
  )
}

/** Adds the recipes in the history state of a link, once. */
function useArrivals(): void {
  const navigate = useNavigate()
  const record = useRecord()
  const { state } = useLocation() as { state: unknown }
  useEffect(() => {
    const ids = namedIds(state)
    if (ids === null || ids.length === 0) return
    const { factor } = state as { factor?: unknown }
    const written = ids.length === 1 && typeof factor === 'string' ? factor : '1'
    const entries = [...new Set(ids)]
      .slice(0, MAX_IN_MEAL)
      .map((id): MealEntry => ({ id, title: null, factor: written }))
    const before = storedMeal.read()
    const after = withRecipes(before, entries)
    storedMeal.write(after)
    if (after.entries.length > before.entries.length) {
      record({ name: 'recipes_cooked_together', recipe_count: after.entries.length })
    }
    void navigate(paths.tonight, { replace: true, state: null })
  }, [state, navigate, record])
}
