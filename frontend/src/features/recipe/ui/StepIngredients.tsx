import { FormattedMessage, useIntl } from 'react-intl'
import { shownAmount } from '../../../shared/lib/amounts/line-amounts'
import type { View } from '../../../shared/lib/amounts/pieces'
import type { Ingredient, Language } from '../../../shared/lib/recipe/recipe'

interface StepIngredientsProps {
  /** Index of the step, from 0. */
  step: number
  ingredients: readonly Ingredient[]
  language: Language | undefined
  view: View
  /** Large text for cook mode. */
  large?: boolean
}

/** Ingredients of one step with amounts. */
export function StepIngredients({ step, ingredients, language, view, large = false }: StepIngredientsProps) {
  const intl = useIntl()
  const used = ingredients.flatMap((ingredient, index) =>
    ingredient.stepMapping.includes(step) ? [{ ingredient, index }] : [],
  )
  if (used.length === 0) return null
  return (
    <ul
      aria-label={intl.formatMessage({ id: 'step.ingredients', defaultMessage: 'For this step' })}
      className={`mt-1.5 flex flex-wrap gap-x-2 gap-y-1 print:hidden ${large ? 'mt-5 gap-2 text-lg' : 'text-sm'}`}
    >
      {used.map(({ ingredient, index }) => {
        const amount = shownAmount(ingredient, view, language ?? null)
        const inAll = ingredient.stepMapping.length > 1 && amount !== ''
        return (
          <li
            key={index}
            className={`rounded-full border border-line bg-surface text-muted ${large ? 'px-4 py-1' : 'px-2.5 py-px'}`}
          >
            {!inAll && amount !== '' && <span className="font-semibold text-ink tabular-nums">{amount} </span>}
            {ingredient.name}
            {inAll && (
              <span lang={intl.locale}>
                {' '}
                <FormattedMessage id="step.inAll" defaultMessage="({amount} total)" values={{ amount }} />
              </span>
            )}
          </li>
        )
      })}
    </ul>
  )
}
