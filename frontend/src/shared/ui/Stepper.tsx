import Fraction from 'fraction.js'
import { type FormEvent, type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { asFraction } from '../lib/amounts/amount-text'
import { MAX_SERVINGS, readTyped } from '../lib/amounts/factor'
import { MinusIcon, PlusIcon } from './icons'

interface StepperProps {
  servings: Fraction
  onChange: (wanted: Fraction) => void
  /** Whether the label is below the number. */
  isCompact?: boolean
}

const MOST = new Fraction(MAX_SERVINGS)

/** Input for servings, with buttons and arrow keys. */
export function Stepper({ servings: given, onChange, isCompact = false }: StepperProps) {
  const intl = useIntl()
  const id = useId()
  const [servings, setServings] = useLatest(given)
  const shown = asFraction(servings, '.').replace('\u202f', ' ')
  // Text being typed; null if none.
  const [typed, setTyped] = useState<string | null>(null)
  const wanted = typed === null ? null : readTyped(typed)
  const isWrong = typed !== null && typed.trim() !== '' && !isPossible(wanted)
  const change = (next: Fraction) => {
    setServings(next)
    onChange(next)
  }
  const step = (by: 1 | -1) => {
    setTyped(null)
    // From 4 ½ the next values are 5 and 4.
    const next = by === 1 ? servings.floor().add(1) : servings.ceil().sub(1)
    if (isPossible(next)) change(next)
  }
  const take = () => {
    if (wanted !== null && isPossible(wanted)) change(wanted)
    setTyped(null)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') setTyped(null)
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
    event.preventDefault()
    step(event.key === 'ArrowUp' ? 1 : -1)
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (!isWrong) take()
  }
  const label = (
    <label htmlFor={id} className={isCompact ? 'text-xs leading-3.5 text-muted' : 'text-sm font-semibold text-muted'}>
      <FormattedMessage id="recipe.servings" defaultMessage="Servings" />
    </label>
  )
  return (
    <form
      onSubmit={onSubmit}
      className={isCompact ? 'relative' : 'flex flex-wrap items-center gap-x-3 gap-y-1'}
      noValidate
    >
      {!isCompact && label}
      <span className="inline-flex items-center rounded-full border border-line-strong has-aria-invalid:border-danger">
        <StepButton
          label={intl.formatMessage({ id: 'scale.fewer', defaultMessage: 'Fewer servings' })}
          disabled={servings.lte(1)}
          onClick={() => step(-1)}
        >
          <MinusIcon />
        </StepButton>
        <span className={isCompact ? 'flex flex-col-reverse items-center pt-1 pb-1.5' : 'contents'}>
          {isCompact && label}
          <input
            id={id}
            inputMode="decimal"
            autoComplete="off"
            value={typed ?? shown}
            aria-invalid={isWrong || undefined}
            aria-describedby={isWrong ? `${id}-wrong` : undefined}
            onFocus={(event) => event.currentTarget.select()}
            onChange={(event) => setTyped(event.currentTarget.value)}
            onBlur={take}
            onKeyDown={onKeyDown}
            className={`bg-transparent text-center text-lg font-semibold tabular-nums ${isCompact ? 'h-5 w-12 rounded-sm' : 'w-12 py-2'}`}
          />
        </span>
        <StepButton
          label={intl.formatMessage({ id: 'scale.more', defaultMessage: 'More servings' })}
          disabled={servings.gte(MOST)}
          onClick={() => step(1)}
        >
          <PlusIcon />
        </StepButton>
      </span>
      {isWrong && (
        <span
          id={`${id}-wrong`}
          role="alert"
          className={`text-sm text-danger ${isCompact ? 'absolute top-full right-0 z-10 mt-1 rounded-lg border border-line bg-surface px-3 py-1 whitespace-nowrap' : ''}`}
        >
          <FormattedMessage
            id="scale.servingsWrong"
            defaultMessage="Enter a number from 1 to {most}."
            values={{ most: MAX_SERVINGS }}
          />
        </span>
      )}
    </form>
  )
}

/** State that takes each new value of `given`, but can be ahead of it: the router renders a new address late. */
function useLatest(given: Fraction): [Fraction, (value: Fraction) => void] {
  const [latest, setLatest] = useState({ given, value: given })
  if (!latest.given.equals(given)) setLatest({ given, value: given })
  return [latest.value, (value) => setLatest({ given, value })]
}

const isPossible = (wanted: Fraction | null): boolean => wanted?.gt(0) === true && wanted.lte(MOST)

interface StepButtonProps {
  label: string
  disabled: boolean
  onClick: () => void
  children: ReactNode
}

function StepButton({ label, disabled, onClick, children }: StepButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      disabled={disabled}
      onClick={onClick}
      className="grid h-11 w-10 place-items-center rounded-full text-ink transition-colors not-disabled:hover:bg-sunken disabled:text-line-strong"
    >
      {children}
    </button>
  )
}
