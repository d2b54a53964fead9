import Fraction from 'fraction.js'
import { useId, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { asFraction } from '../../../../shared/lib/amounts/amount-text'
import type { Recipe } from '../../../../shared/lib/recipe/recipe'
import { Stepper } from '../../../../shared/ui/Stepper'
import { Choice } from './Choice'
import { OtherAmount } from './OtherAmount'
import type { ViewState } from './useView'

const FACTORS = ['1/2', '1', '2', '3'] as const

/** Servings or factor, and unit system. */
export function ScaleBar({ recipe, state }: { recipe: Recipe; state: ViewState }) {
  const intl = useIntl()
  const panel = useId()
  const [open, setOpen] = useState(false)
  const { view, servings, setFactor, setServings, setSystem } = state
  const written = view.factor.toFraction()
  const isOther = !FACTORS.some((factor) => factor === written)
  const units = [
    ['original', null, intl.formatMessage({ id: 'units.original', defaultMessage: 'As written' })],
    ['metric', 'metric', intl.formatMessage({ id: 'units.metric', defaultMessage: 'Metric' })],
    ['us', 'us', intl.formatMessage({ id: 'units.us', defaultMessage: 'US' })],
  ] as const
  return (
    <section
      aria-label={intl.formatMessage({ id: 'scale.label', defaultMessage: 'Amounts' })}
      data-factor={written}
      className="mt-8 flex flex-col gap-4 border-y border-line py-4 print:hidden"
    >
      <div className="flex flex-wrap items-center gap-x-8 gap-y-3">
        {servings !== null && <Stepper servings={servings} onChange={setServings} />}
        <fieldset className="flex items-center">
          <legend className="sr-only">
            <FormattedMessage id="scale.times" defaultMessage="How many times" />
          </legend>
          <Choice
            name="factor"
            chosen={isOther ? '' : written}
            options={FACTORS.map((factor) => [factor, `${asFraction(new Fraction(factor), '.')}×`])}
            onChoose={(factor) => setFactor(new Fraction(factor))}
          />
          <button
            type="button"
            aria-expanded={open}
            aria-controls={open ? panel : undefined}
            onClick={() => setOpen(!open)}
            className={`ml-2 min-h-10 rounded-full px-3 text-sm font-semibold transition-colors hover:bg-sunken ${isOther ? 'bg-accent-soft text-on-accent-soft' : 'text-muted hover:text-ink'}`}
          >
            {isOther ? (
              `${asFraction(view.factor, '.')}×`
            ) : (
              <FormattedMessage id="scale.other" defaultMessage="Other…" />
            )}
          </button>
        </fieldset>
        <fieldset className="flex items-center sm:ml-auto">
          <legend className="sr-only">
            <FormattedMessage id="units.label" defaultMessage="Units" />
          </legend>
          <Choice
            name="units"
            chosen={view.system ?? 'original'}
            options={units.map(([key, , label]) => [key, label])}
            onChoose={(key) => setSystem(units.find(([each]) => each === key)?.[1] ?? null)}
          />
        </fieldset>
      </div>
      {open && <OtherAmount id={panel} recipe={recipe} state={state} onDone={() => setOpen(false)} />}
    </section>
  )
}
