import type Fraction from 'fraction.js'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { factorFor, readTyped } from '../../../../shared/lib/amounts/factor'
import { readQuantity } from '../../../../shared/lib/amounts/quantity'
import type { Recipe } from '../../../../shared/lib/recipe/recipe'
import { Button } from '../../../../shared/ui/Button'
import type { ViewState } from './useView'

interface OtherAmountProps {
  id: string
  recipe: Recipe
  state: ViewState
  onDone: () => void
}

/** Custom factor: typed, or calculated from the amount of one ingredient. */
export function OtherAmount({ id, recipe, state, onDone }: OtherAmountProps) {
  const take = (factor: Fraction) => {
    state.setFactor(factor)
    onDone()
  }
  return (
    <div id={id} className="flex w-full flex-col gap-4 rounded-2xl bg-sunken p-4">
      <OwnFactor onTake={take} />
      <ByIngredient recipe={recipe} onTake={take} />
    </div>
  )
}

function OwnFactor({ onTake }: { onTake: (factor: Fraction) => void }) {
  const id = useId()
  return (
    <NumberForm
      id={id}
      label={<FormattedMessage id="scale.own" defaultMessage="Multiply by" />}
      read={readTyped}
      wrong={<FormattedMessage id="scale.ownWrong" defaultMessage="Enter a number, like 1.5 or ¾." />}
      onTake={onTake}
    />
  )
}

function ByIngredient({ recipe, onTake }: { recipe: Recipe; onTake: (factor: Fraction) => void }) {
  const intl = useIntl()
  const id = useId()
  const { ingredients, language } = recipe
  const measured = ingredients.flatMap((ingredient, index) => {
    const read = readQuantity(ingredient.quantity, language)
    const isWhole = read !== null && read.length === ingredient.quantity.length && read.low.n > 0n
    return isWhole ? [{ index, ingredient, needs: read.high ?? read.low }] : []
  })
  const [chosen, setChosen] = useState(measured[0]?.index ?? -1)
  const one = measured.find(({ index }) => index === chosen)
  if (one === undefined) return null
  return (
    <NumberForm
      id={id}
      label={<FormattedMessage id="scale.have" defaultMessage="I have" />}
      read={(text) => {
        const has = readTyped(text, language)
        return has === null ? null : factorFor(has, one.needs)
      }}
      wrong={<FormattedMessage id="scale.haveWrong" defaultMessage="Enter an amount, like 300." />}
      onTake={onTake}
    >
      <span lang={language ?? undefined}>{one.ingredient.unit}</span>
      <select
        aria-label={intl.formatMessage({ id: 'scale.ingredient', defaultMessage: 'Ingredient' })}
        lang={language ?? undefined}
        value={chosen}
        onChange={(event) => setChosen(Number(event.currentTarget.value))}
        className="min-h-11 max-w-48 min-w-0 rounded-xl border border-line-strong bg-surface px-3"
      >
        {measured.map(({ index, ingredient }) => (
          <option key={index} value={index}>
            {ingredient.name}
          </option>
        ))}
      </select>
    </NumberForm>
  )
}

interface NumberFormProps {
  id: string
  label: ReactNode
  read: (text: string) => Fraction | null
  wrong: ReactNode
  onTake: (factor: Fraction) => void
  children?: ReactNode
}

/** Number input with a submit button. */
function NumberForm({ id, label, read, wrong, onTake, children }: NumberFormProps) {
  const [text, setText] = useState('')
  const [isWrong, setIsWrong] = useState(false)
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    const factor = read(text)
    setIsWrong(factor === null)
    if (factor !== null) onTake(factor)
  }
  return (
    <form onSubmit={onSubmit} noValidate>
      <label htmlFor={id} className="text-sm font-semibold text-muted">
        {label}
      </label>
      <div className="mt-1 flex flex-wrap items-center gap-2">
        <input
          id={id}
          inputMode="decimal"
          autoComplete="off"
          maxLength={20}
          value={text}
          aria-invalid={isWrong || undefined}
          aria-describedby={isWrong ? `${id}-wrong` : undefined}
          onChange={(event) => {
            setText(event.currentTarget.value)
            setIsWrong(false)
          }}
          className="min-h-11 w-20 rounded-xl border border-line-strong bg-surface px-3 tabular-nums aria-invalid:border-danger"
        />
        {children}
        <Button type="submit" variant="quiet">
          <FormattedMessage id="scale.take" defaultMessage="Apply" />
        </Button>
      </div>
      {isWrong && (
        <p id={`${id}-wrong`} role="alert" className="mt-1 text-sm text-danger">
          {wrong}
        </p>
      )}
    </form>
  )
}
