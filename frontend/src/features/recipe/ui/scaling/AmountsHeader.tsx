import { type ReactNode, useId, useState } from 'react'
import { useIntl } from 'react-intl'
import { asFraction } from '../../../../shared/lib/amounts/amount-text'
import type { Recipe } from '../../../../shared/lib/recipe/recipe'
import { Icon } from '../../../../shared/ui/icons'
import { Stepper } from '../../../../shared/ui/Stepper'
import { ScalePanel } from './ScalePanel'
import type { ViewState } from './useView'

interface AmountsHeaderProps {
  recipe: Recipe
  state: ViewState
  heading: ReactNode
  /** Further settings of the list, in the panel. */
  children?: ReactNode
}

/** Heading of a list with its servings, and a button that opens factor and units. Stays in sight while scrolling. */
export function AmountsHeader({ recipe, state, heading, children }: AmountsHeaderProps) {
  const intl = useIntl()
  const id = useId()
  const [open, setOpen] = useState(false)
  const { view, servings, setServings } = state
  const label = intl.formatMessage({ id: 'scale.options', defaultMessage: 'Scale and units' })
  const isChanged = !view.factor.equals(1) || view.system !== null
  return (
    <div
      data-factor={view.factor.toFraction()}
      className="sticky top-0 z-10 -mx-4 flex flex-wrap items-center gap-x-1 gap-y-3 bg-page px-4 py-2 after:absolute after:inset-x-0 after:bottom-0 after:border-b after:border-line sm:-mx-2 sm:px-2 sm:after:inset-x-2 print:static print:after:hidden"
    >
      <div className="mr-auto">{heading}</div>
      <div className="flex items-center gap-1 print:hidden">
        {servings !== null && <Stepper isCompact servings={servings} onChange={setServings} />}
        <button
          type="button"
          aria-label={servings === null ? `${label}: ${asFraction(view.factor, '.')}×` : label}
          data-tooltip={label}
          aria-expanded={open}
          aria-controls={open ? id : undefined}
          onClick={() => setOpen(!open)}
          className={`-mr-1.5 inline-flex min-h-11 min-w-11 items-center justify-center gap-1.5 rounded-full px-2 text-sm font-semibold transition-colors hover:bg-sunken aria-expanded:bg-sunken aria-expanded:text-ink ${isChanged ? 'text-accent' : 'text-muted hover:text-ink'}`}
        >
          {servings === null && `${asFraction(view.factor, '.')}×`}
          <ScaleIcon />
        </button>
      </div>
      {open && (
        <ScalePanel id={id} recipe={recipe} state={state}>
          {children}
        </ScalePanel>
      )}
    </div>
  )
}

const ScaleIcon = () => (
  <Icon>
    <path d="M4.5 8h7M16.5 8h3M4.5 16h3M12.5 16h7" />
    <circle cx="14" cy="8" r="2.25" />
    <circle cx="10" cy="16" r="2.25" />
  </Icon>
)
