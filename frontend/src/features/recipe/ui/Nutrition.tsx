import type { ReactNode } from 'react'
import { FormattedMessage } from 'react-intl'
import type { Nutrition as Facts } from '../../../shared/lib/recipe/recipe'
import { Skeleton } from '../../../shared/ui/Skeleton'

interface NutritionProps {
  nutrition: Facts
  /** Null if unknown. */
  servings: number | null
}

export function Nutrition({ nutrition, servings }: NutritionProps) {
  const rows: [string, ReactNode, string | null][] = [
    ['calories', <FormattedMessage key="l" id="nutrition.calories" defaultMessage="Calories" />, nutrition.calories],
    ['fat', <FormattedMessage key="l" id="nutrition.fat" defaultMessage="Fat" />, nutrition.fat],
    ['carbs', <FormattedMessage key="l" id="nutrition.carbs" defaultMessage="Carbs" />, nutrition.carbs],
    ['protein', <FormattedMessage key="l" id="nutrition.protein" defaultMessage="Protein" />, nutrition.protein],
  ]
  const known = rows.filter(([, , amount]) => amount !== null)
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
      {nutrition.source === 'COMPUTED' && known.length > 0 && (
        <p className="-mt-2 mb-3 text-muted">
          <FormattedMessage id="nutrition.computed" defaultMessage="Estimated from the ingredients." />
        </p>
      )}
      {nutrition.status === 'SUCCESS' && known.length > 0 && (
        <dl className="grid max-w-2xl grid-cols-2 gap-3 sm:grid-cols-4">
          {known.map(([key, label, amount]) => (
            <div key={key} className="rounded-2xl bg-sunken px-4 py-3 print:px-0 print:py-1">
              <dt className="text-sm text-muted">{label}</dt>
              <dd className="text-lg font-semibold">{amount}</dd>
            </div>
          ))}
        </dl>
      )}
      {(nutrition.status === 'FAILED' || (nutrition.status === 'SUCCESS' && known.length === 0)) && (
        <p className="text-muted">
          <FormattedMessage id="nutrition.none" defaultMessage="No nutrition facts for this recipe." />
        </p>
      )}
    </section>
  )
}
