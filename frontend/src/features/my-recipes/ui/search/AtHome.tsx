import { type FormEvent, useId, useMemo, useState, useSyncExternalStore } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import type { ShownRecipe } from '../../../../shared/api/recipes/shown-recipes'
import { Button, IconButton } from '../../../../shared/ui/Button'
import { CloseIcon } from '../../../../shared/ui/icons'
import { countAtHome, foodsAtHome, homeTest, withFoods } from '../../model/search/at-home'

/** Maximum length of a text of foods. */
const LONGEST_TEXT = 2_000

/** The foods at home, which order "What can I cook?", and the number of recipes that need nothing else. */
export function AtHome({ recipes }: { recipes: readonly ShownRecipe[] }) {
  const intl = useIntl()
  const inputId = useId()
  const foods = useSyncExternalStore(foodsAtHome.subscribe, foodsAtHome.read)
  const [typed, setTyped] = useState('')
  const { complete, almost } = useMemo(() => {
    const isAtHome = homeTest(foods)
    const missing = recipes
      .map(({ card }) => countAtHome(card, isAtHome))
      .filter(({ all }) => all > 0)
      .map(({ have, all }) => all - have)
    return {
      complete: missing.filter((count) => count === 0).length,
      almost: missing.filter((count) => count === 1 || count === 2).length,
    }
  }, [recipes, foods])
  const add = (event: FormEvent) => {
    event.preventDefault()
    foodsAtHome.write(withFoods(foods, typed))
    setTyped('')
  }
  return (
    <section
      aria-labelledby={`${inputId}-title`}
      data-at-home={foods.length}
      className="flex max-w-3xl flex-col gap-3 rounded-2xl border border-line-strong bg-surface p-4 shadow-card"
    >
      <h2 id={`${inputId}-title`} className="font-sans font-semibold">
        <FormattedMessage id="home.title" defaultMessage="At home" />
      </h2>
      {foods.length > 0 && (
        <ul className="flex flex-wrap gap-2">
          {foods.map((food) => (
            <li key={food} className="flex items-center rounded-full border border-line pl-3.5">
              <bdi className="max-w-48 truncate">{food}</bdi>
              <IconButton
                label={intl.formatMessage({ id: 'home.remove', defaultMessage: 'Remove {food}' }, { food })}
                onClick={() => foodsAtHome.write(foods.filter((other) => other !== food))}
              >
                <CloseIcon className="size-4" />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      <form onSubmit={add} className="flex flex-wrap gap-2">
        <label htmlFor={inputId} className="sr-only">
          <FormattedMessage id="home.label" defaultMessage="Foods you have" />
        </label>
        <input
          id={inputId}
          value={typed}
          maxLength={LONGEST_TEXT}
          autoComplete="off"
          autoCapitalize="none"
          placeholder={intl.formatMessage({ id: 'home.placeholder', defaultMessage: 'Eggs, rice, tomatoes' })}
          onChange={(event) => setTyped(event.target.value)}
          className="h-11 min-w-0 flex-1 basis-48 rounded-full border border-line-strong bg-surface px-4 text-base placeholder:text-muted"
        />
        <Button type="submit" variant="quiet" disabled={typed.trim() === ''}>
          <FormattedMessage id="home.add" defaultMessage="Add" />
        </Button>
      </form>
      <p role="status" data-complete={complete} data-almost={almost} className="text-sm text-muted">
        <FormattedMessage
          id="home.counts"
          defaultMessage="You have everything for {complete, plural, one {# recipe} other {# recipes}}, and lack one or two ingredients for {almost, number}. Salt, oil, and other basics count as at home."
          values={{ complete, almost }}
        />
      </p>
    </section>
  )
}
