import type { ReactNode } from 'react'
import { FormattedMessage } from 'react-intl'
import { Duration } from '../../../shared/i18n/Duration'
import { shortLabelOf } from '../../../shared/i18n/field-messages'
import { asFraction } from '../../../shared/lib/amounts/amount-text'
import { type ContentField, fieldsIn, isOfKind } from '../../../shared/lib/recipe/fields'
import type { Recipe } from '../../../shared/lib/recipe/recipe'
import { scaledYield } from '../model/scaled-yield'
import type { ViewState } from './scaling/useView'

/** Facts shown elsewhere on screen, so only in print. */
const ON_PAPER: ReadonlySet<string> = new Set(['servings', 'factor'])

/** One line of known facts. On screen the servings are in the ingredients' header. */
export function Summary({ recipe, state, className }: { recipe: Recipe; state: ViewState; className: string }) {
  const { view, servings } = state
  const facts: [string, ReactNode, ReactNode][] = []
  for (const field of fieldsIn('facts')) {
    const value = factOf(recipe, field, state)
    if (value !== null) facts.push([field, <FormattedMessage key="l" {...shortLabelOf(field)} />, value])
  }
  // In print, state the scaling factor.
  if (servings === null && !view.factor.equals(1)) {
    facts.push([
      'factor',
      <FormattedMessage key="l" id="scale.label" defaultMessage="Amounts" />,
      `${asFraction(view.factor, '.')}×`,
    ])
  }
  if (facts.length === 0) return null
  return (
    <dl className={`flex flex-wrap gap-x-5 gap-y-0.5 text-[0.9375rem] sm:gap-x-6 print:mt-4 ${className}`}>
      {facts.map(([key, label, value]) => (
        <div key={key} data-fact={key} className={`gap-1.5 ${ON_PAPER.has(key) ? 'hidden print:flex' : 'flex'}`}>
          <dt className="text-muted">{label}</dt>
          <dd className="font-semibold">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** A fact as shown, or null. */
function factOf(recipe: Recipe, field: ContentField, { view, servings }: ViewState): ReactNode {
  if (isOfKind(field, 'minutes')) return recipe[field] === null ? null : <Duration minutes={recipe[field]} />
  if (field === 'servings') return servings === null ? null : asFraction(servings, '.')
  if (!isOfKind(field, 'text')) return null
  const text = recipe[field]
  if (field !== 'yield' || text === null) return text
  // "4 servings" repeats the servings; "24 cookies" does not.
  const isSaidAlready = servings !== null && /^\d+\D{0,12}$/.test(text)
  return isSaidAlready ? null : scaledYield(text, view.factor, recipe.language)
}
