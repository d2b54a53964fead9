import type { ReactNode } from 'react'
import { FormattedMessage } from 'react-intl'
import { Duration } from '../../i18n/Duration'
import type { Recipe } from '../../lib/recipe'

/** Times and yield in one row; what the source does not tell is left out. The servings stand where they are changed. */
export function Summary({ recipe }: { recipe: Recipe }) {
  const { prep_time: prep, cook_time: cook, total_time: total, servings } = recipe
  const facts: [string, ReactNode, ReactNode][] = []
  if (prep !== null) {
    facts.push([
      'prep',
      <FormattedMessage key="l" id="recipe.prep" defaultMessage="Prep" />,
      <Duration key="v" minutes={prep} />,
    ])
  }
  if (cook !== null) {
    facts.push([
      'cook',
      <FormattedMessage key="l" id="recipe.cook" defaultMessage="Cook" />,
      <Duration key="v" minutes={cook} />,
    ])
  }
  if (total !== null) {
    facts.push([
      'total',
      <FormattedMessage key="l" id="recipe.total" defaultMessage="Total" />,
      <Duration key="v" minutes={total} />,
    ])
  }
  // "4 servings" says the same as the number beside it; "24 cookies" does not.
  if (recipe.yield !== null && !/^\d+\D{0,12}$/.test(recipe.yield)) {
    facts.push(['yield', <FormattedMessage key="l" id="recipe.yield" defaultMessage="Makes" />, recipe.yield])
  } else if (recipe.yield !== null && servings === null) {
    facts.push(['yield', <FormattedMessage key="l" id="recipe.yield" defaultMessage="Makes" />, recipe.yield])
  }
  if (facts.length === 0) return null
  return (
    <dl className="mt-8 flex flex-wrap gap-x-8 gap-y-4 sm:gap-x-12">
      {facts.map(([key, label, value]) => (
        <div key={key} data-fact={key}>
          <dt className="text-sm text-muted">{label}</dt>
          <dd className="text-lg font-semibold">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
