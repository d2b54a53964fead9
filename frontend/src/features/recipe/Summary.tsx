import type { ReactNode } from 'react'
import { FormattedMessage } from 'react-intl'
import { Duration } from '../../i18n/Duration'
import { asFraction } from '../../lib/amount-text'
import type { Recipe } from '../../lib/recipe'
import { scaledYield } from '../../lib/scaled-yield'
import type { ViewState } from './scaling/useView'

/** Facts that stand elsewhere on the screen. */
const ON_PAPER: ReadonlySet<string> = new Set(['servings', 'factor'])

/** Times and yield in one row; what the source does not tell is left out. The servings stand where they are changed. */
export function Summary({ recipe, state }: { recipe: Recipe; state: ViewState }) {
  const { prep_time: prep, cook_time: cook, total_time: total } = recipe
  const { view, servings } = state
  const makes = recipe.yield === null ? null : scaledYield(recipe.yield, view.factor, recipe.language)
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
    facts.push(['yield', <FormattedMessage key="l" id="recipe.yield" defaultMessage="Makes" />, makes])
  } else if (recipe.yield !== null && servings === null) {
    facts.push(['yield', <FormattedMessage key="l" id="recipe.yield" defaultMessage="Makes" />, makes])
  }
  // On paper nothing can be changed any more, so the page says there what it was changed to.
  if (servings !== null) {
    facts.push([
      'servings',
      <FormattedMessage key="l" id="recipe.servings" defaultMessage="Servings" />,
      asFraction(servings, '.'),
    ])
  } else if (!view.factor.equals(1)) {
    facts.push([
      'factor',
      <FormattedMessage key="l" id="scale.label" defaultMessage="Amounts" />,
      `${asFraction(view.factor, '.')}×`,
    ])
  }
  if (facts.length === 0) return null
  return (
    <dl className="mt-8 flex flex-wrap gap-x-8 gap-y-4 sm:gap-x-12 print:mt-4">
      {facts.map(([key, label, value]) => (
        <div key={key} data-fact={key} className={ON_PAPER.has(key) ? 'hidden print:block' : undefined}>
          <dt className="text-sm text-muted">{label}</dt>
          <dd className="text-lg font-semibold">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
