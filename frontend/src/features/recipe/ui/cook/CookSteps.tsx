import { FormattedMessage, useIntl } from 'react-intl'
import { headingOf, stepGroups } from '../../../../shared/lib/recipe/step-headings'
import { CheckIcon } from '../../../../shared/ui/icons'
import type { StepsToCook } from '../../model/steps-to-cook'
import { StepIngredients } from '../StepIngredients'
import { TimedText } from './TimedText'
import { useSwipe } from './useSwipe'

interface OneStepProps {
  steps: StepsToCook
  step: number
  onGo: (step: number) => void
}

/** One step in large text. */
export function OneStep({ steps, step, onGo }: OneStepProps) {
  const intl = useIntl()
  const { instructions, ingredients, language } = steps.recipe
  const count = instructions.length
  const swipe = useSwipe({ onLeft: () => onGo(step + 1), onRight: () => onGo(step - 1) })
  const isDone = steps.isDone(step)
  const heading = headingOf(steps.recipe, step)
  return (
    <section
      aria-label={intl.formatMessage({ id: 'recipe.steps', defaultMessage: 'Steps' })}
      className="flex touch-pan-y flex-col gap-6"
      {...swipe}
    >
      <Progress steps={steps} step={step} />
      <div aria-live="polite" aria-atomic="true" className="flex-1">
        {heading !== null && (
          <p lang={language ?? undefined} className="mb-1 text-lg font-semibold wrap-anywhere">
            {heading}
          </p>
        )}
        <h2 className="mb-3 font-sans text-base font-semibold text-muted" data-step={step + 1}>
          <FormattedMessage
            id="cook.step"
            defaultMessage="Step {number} of {count}"
            values={{ number: step + 1, count }}
          />
          {isDone && <CheckIcon className="ml-2 inline size-5 text-good" />}
        </h2>
        <p
          lang={language ?? undefined}
          className="max-w-[32ch] font-serif text-[1.6rem] leading-snug text-pretty wrap-anywhere sm:text-4xl sm:leading-snug"
        >
          <TimedText steps={steps} step={step} />
        </p>
        <StepIngredients
          large
          step={step}
          ingredients={ingredients}
          language={language ?? undefined}
          view={steps.view}
        />
      </div>
    </section>
  )
}

/** A bar for each step; decorative. */
function Progress({ steps, step }: { steps: StepsToCook; step: number }) {
  return (
    <div aria-hidden="true" className="flex gap-1">
      {steps.recipe.instructions.map((text, index) => (
        <span
          key={`${index} ${text.length}`}
          className={`h-1.5 flex-1 rounded-full ${steps.isDone(index) ? 'bg-accent' : index === step ? 'bg-line-strong' : 'bg-line'}`}
        />
      ))}
    </div>
  )
}

export function AllSteps({ steps }: { steps: StepsToCook }) {
  const intl = useIntl()
  const { ingredients, language } = steps.recipe
  return (
    <section aria-label={intl.formatMessage({ id: 'recipe.steps', defaultMessage: 'Steps' })}>
      {stepGroups(steps.recipe).map(({ heading, steps: below }) => (
        <div key={below[0]?.number} className="mb-8">
          {heading !== null && (
            <h2 lang={language ?? undefined} className="mb-4 text-2xl font-semibold wrap-anywhere">
              {heading}
            </h2>
          )}
          <ol start={below[0]?.number} className="flex max-w-prose flex-col gap-7">
            {below.map(({ index, number, text }) => (
              <li
                key={`${index} ${text.length}`}
                data-step={number}
                className="grid grid-cols-[auto_1fr] items-baseline gap-x-4"
              >
                <input
                  type="checkbox"
                  checked={steps.isDone(index)}
                  onChange={() => steps.toggle(index)}
                  aria-label={intl.formatMessage(
                    { id: 'cook.stepDone', defaultMessage: 'Step {number} done' },
                    { number },
                  )}
                  className="peer size-6 translate-y-1 accent-(--accent)"
                />
                <div lang={language ?? undefined} className="peer-checked:text-muted">
                  <p className="text-xl leading-relaxed">
                    <TimedText steps={steps} step={index} />
                  </p>
                  <StepIngredients
                    step={index}
                    ingredients={ingredients}
                    language={language ?? undefined}
                    view={steps.view}
                  />
                </div>
              </li>
            ))}
          </ol>
        </div>
      ))}
    </section>
  )
}
