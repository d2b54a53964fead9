import { type ReactNode, Suspense, useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { isLowerBound, missingLines } from '../../../../shared/lib/recipe/nutrition'
import type { Recipe } from '../../../../shared/lib/recipe/recipe'
import { lazyComponent } from '../../../../shared/ui/lazy-component'
import { loading } from '../../../../shared/ui/loading-bar'
import { Skeleton } from '../../../../shared/ui/Skeleton'

const NutritionDialog = lazyComponent(async () => (await loading.track(import('./NutritionDialog'))).NutritionDialog)

/** Nutrition per serving. A button lists the lines that an estimate leaves out; its values are then lower bounds. */
export function Nutrition({ recipe }: { recipe: Recipe }) {
  const { nutritionalInformation: nutrition, servings } = recipe
  const [open, setOpen] = useState(false)
  const rows: [string, ReactNode, string | null][] = [
    ['calories', <FormattedMessage key="l" id="nutrition.calories" defaultMessage="Calories" />, nutrition.calories],
    ['fat', <FormattedMessage key="l" id="nutrition.fat" defaultMessage="Fat" />, nutrition.fat],
    ['carbs', <FormattedMessage key="l" id="nutrition.carbs" defaultMessage="Carbs" />, nutrition.carbs],
    ['protein', <FormattedMessage key="l" id="nutrition.protein" defaultMessage="Protein" />, nutrition.protein],
  ]
  const known = rows.filter(([, , amount]) => amount !== null)
  const isComputed = nutrition.source === 'COMPUTED' && known.length > 0
  const isNone = nutrition.status === 'FAILED' || (nutrition.status === 'SUCCESS' && known.length === 0)
  const missing = missingLines(nutrition).length
  const isAtLeast = isLowerBound(nutrition)
  return (
    <section
      aria-labelledby="nutrition"
      className="mt-12 break-inside-avoid print:mt-4"
      data-nutrition={nutrition.status}
    >
      <h2 id="nutrition" className="mb-3 text-2xl font-semibold">
        {nutrition.source === 'COMPUTED' && servings === null ? (
          // Without servings it is per piece of the yield.
          <FormattedMessage id="nutrition.perPiece" defaultMessage="Nutrition per piece" />
        ) : (
          <FormattedMessage id="nutrition.title" defaultMessage="Nutrition per serving" />
        )}
      </h2>
      {nutrition.status === 'PENDING' && (
        <div role="status">
          <span className="sr-only">
            <FormattedMessage id="nutrition.pending" defaultMessage="Calculating nutrition facts…" />
          </span>
          <Skeleton className="h-20 max-w-2xl" />
        </div>
      )}
      {(isComputed || isNone) && (
        <p className={`text-muted ${isComputed ? '-mt-2 mb-3' : ''}`}>
          {isComputed ? (
            <FormattedMessage id="nutrition.computed" defaultMessage="Estimated from the ingredients." />
          ) : (
            <FormattedMessage id="nutrition.none" defaultMessage="No nutrition facts for this recipe." />
          )}
          {recipe.ingredients.length > 0 && (isComputed || nutrition.status === 'FAILED') && (
            <>
              {' '}
              <button
                type="button"
                aria-haspopup="dialog"
                data-missing={missing}
                onClick={() => setOpen(true)}
                className="font-semibold underline underline-offset-4 hover:text-ink print:hidden"
              >
                {isComputed && missing > 0 ? (
                  <FormattedMessage
                    id="nutrition.missing"
                    defaultMessage="{count, plural, one {# ingredient not counted} other {# ingredients not counted}}"
                    values={{ count: missing }}
                  />
                ) : isComputed ? (
                  <FormattedMessage id="nutrition.how" defaultMessage="See how" />
                ) : (
                  <FormattedMessage id="nutrition.why" defaultMessage="See why" />
                )}
              </button>
            </>
          )}
        </p>
      )}
      {nutrition.status === 'SUCCESS' && known.length > 0 && (
        <dl className="grid max-w-2xl grid-cols-2 gap-3 sm:grid-cols-4">
          {known.map(([key, label, amount]) => (
            <div key={key} className="rounded-2xl bg-sunken px-4 py-3 print:px-0 print:py-1">
              <dt className="text-sm text-muted">{label}</dt>
              <dd className="text-lg font-semibold" data-at-least={isAtLeast || undefined}>
                {isAtLeast ? (
                  <FormattedMessage
                    id="nutrition.atLeast"
                    defaultMessage="<small>at least</small> {amount}"
                    values={{ amount, small: (words) => <span className="text-sm font-normal">{words}</span> }}
                  />
                ) : (
                  amount
                )}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {open && (
        <Suspense>
          <NutritionDialog recipe={recipe} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </section>
  )
}
