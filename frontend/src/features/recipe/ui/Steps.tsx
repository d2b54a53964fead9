import { useMemo } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import type { Recipe } from '../../../shared/lib/recipe/recipe'
import { countedOf, showStep } from '../model/step-amounts'
import { StepIngredients } from './StepIngredients'
import { AmountsHeader } from './scaling/AmountsHeader'
import { Pieces } from './scaling/Pieces'
import type { ViewState } from './scaling/useView'

interface StepsProps {
  recipe: Recipe
  state: ViewState
  /** Indexes of the steps that use the hovered ingredient. */
  using: readonly number[]
  pinned: number | null
  onPin: (step: number | null) => void
  /** Called with the hovered step, or null. */
  onPoint: (step: number | null) => void
}

export function Steps({ recipe, state, using, pinned, onPin, onPoint }: StepsProps) {
  const { ingredients, instructions: steps } = recipe
  const language = recipe.language ?? undefined
  const { view } = state
  const intl = useIntl()
  const counted = useMemo(() => countedOf(ingredients, language ?? null), [ingredients, language])
  const heading = (
    <h2 id="steps" className="text-2xl font-semibold">
      <FormattedMessage id="recipe.steps" defaultMessage="Steps" />
    </h2>
  )
  return (
    <section aria-labelledby="steps">
      <div className="mb-4">
        {ingredients.length > 0 ? (
          <div className="pt-3">{heading}</div>
        ) : (
          <AmountsHeader recipe={recipe} state={state} heading={heading} />
        )}
      </div>
      <ol lang={language} className="flex max-w-prose flex-col gap-6 print:gap-2">
        {numbered(steps).map(({ index, number, text }) => (
          <li
            key={number}
            data-used={using.includes(index) || pinned === index || undefined}
            onPointerEnter={(event) => event.pointerType === 'mouse' && onPoint(index)}
            onPointerLeave={() => onPoint(null)}
            onFocus={() => onPoint(index)}
            onBlur={() => onPoint(null)}
            className="-mx-3 -my-1.5 grid break-inside-avoid grid-cols-[2.25rem_1fr] items-baseline gap-x-3 rounded-xl px-3 py-1.5 text-lg transition-colors data-used:bg-accent-soft print:text-base"
          >
            <button
              type="button"
              aria-label={intl.formatMessage(
                { id: 'step.mark', defaultMessage: 'Highlight the ingredients of step {number}' },
                { number },
              )}
              aria-pressed={pinned === index}
              onClick={() => onPin(pinned === index ? null : index)}
              className="-m-1 min-h-9 rounded-lg p-1 text-left font-serif text-2xl font-semibold text-accent tabular-nums"
            >
              {number}
            </button>
            <div>
              <p>
                <Pieces tappable pieces={showStep(text, view, language ?? null, counted)} />
              </p>
              <StepIngredients step={index} ingredients={ingredients} language={language} view={view} />
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}

function numbered(steps: readonly string[]): { index: number; number: number; text: string }[] {
  return steps.map((text, index) => ({ index, number: index + 1, text }))
}
