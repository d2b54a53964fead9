import Fraction from 'fraction.js'
import { type ReactNode, useId, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { asFraction } from '../../../../shared/lib/amounts/amount-text'
import type { Recipe } from '../../../../shared/lib/recipe/recipe'
import { Choice } from './Choice'
import { OtherAmount } from './OtherAmount'
import type { ViewState } from './useView'

const FACTORS = ['1/2', '1', '2', '3'] as const

interface ScalePanelProps {
  id: string
  recipe: Recipe
  state: ViewState
  /** Further settings of the list. */
  children: ReactNode
}

/** Factor and unit system. */
export function ScalePanel({ id, recipe, state, children }: ScalePanelProps) {
  const intl = useIntl()
  const panel = useId()
  const [open, setOpen] = useState(false)
  const { view, setFactor, setSystem } = state
  const written = view.factor.toFraction()
  const isOther = !FACTORS.some((factor) => factor === written)
  const units = [
    ['original', null, intl.formatMessage({ id: 'units.original', defaultMessage: 'Original' })],
    ['metric', 'metric', intl.formatMessage({ id: 'units.metric', defaultMessage: 'Metric' })],
    ['us', 'us', intl.formatMessage({ id: 'units.us', defaultMessage: 'US' })],
  ] as const
  return (
    <div id={id} className="flex basis-full flex-col items-start gap-2">
      <fieldset className="flex flex-wrap items-center">
        <legend className="sr-only">
          <FormattedMessage id="scale.times" defaultMessage="Multiplier" />
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
          className={`ml-1 min-h-10 rounded-full px-3 text-sm font-semibold transition-colors hover:bg-sunken ${isOther ? 'bg-accent-soft text-on-accent-soft' : 'text-muted hover:text-ink'}`}
        >
          {isOther ? `${asFraction(view.factor, '.')}×` : <FormattedMessage id="scale.other" defaultMessage="Other…" />}
        </button>
      </fieldset>
      {open && <OtherAmount id={panel} recipe={recipe} state={state} onDone={() => setOpen(false)} />}
      <fieldset className="flex items-center">
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
      {children}
    </div>
  )
}
