import Fraction from 'fraction.js'
import { useMemo, useState, useSyncExternalStore } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useNavigate } from 'react-router'
import { unitSetting } from '../../../shared/lib/amounts/unit-setting'
import type { Recipe } from '../../../shared/lib/recipe/recipe'
import { paths } from '../../../shared/lib/routing/paths'
import { BasketIcon } from '../../../shared/ui/BasketIcon'
import { Button } from '../../../shared/ui/Button'
import { Stepper } from '../../../shared/ui/Stepper'
import { useToasts } from '../../../shared/ui/Toasts'
import { factorOf, type Item, itemsOf } from '../model/items'
import { shoppingNeeds } from '../model/linked'
import { isAtHome, remembered, storedPantry } from '../model/pantry'
import { type ListEntry, storedList, withEntries } from '../model/shopping-list'
import { Aisles } from './Aisles'
import { ItemRow } from './ItemRow'
import { LinkedNeeds } from './LinkedNeeds'
import { SendToShop } from './SendToShop'

interface ChooserProps {
  recipes: readonly Recipe[]
  /** The recipes that they link to. */
  linked: readonly Recipe[]
  factor: string
  /** Factors by recipe id, in place of `factor`. */
  initialFactors: Readonly<Record<string, string>>
}

/** Merged ingredients of some recipes; the user deselects what is at home. */
export function Chooser({ recipes, linked, factor, initialFactors }: ChooserProps) {
  const intl = useIntl()
  const navigate = useNavigate()
  const toasts = useToasts()
  const system = useSyncExternalStore(unitSetting.subscribe, unitSetting.read)
  const pantry = useSyncExternalStore(storedPantry.subscribe, storedPantry.read)
  const [factors, setFactors] = useState(initialFactors)
  /** Choices made here; the pantry has the defaults. */
  const [said, setSaid] = useState<ReadonlyMap<string, boolean>>(new Map())
  const needs = useMemo(
    () => shoppingNeeds(recipes, linked, ({ id }) => factors[id] ?? factor),
    [recipes, linked, factors, factor],
  )
  const { entries } = needs
  const items = useMemo(() => itemsOf(entries, system), [entries, system])
  const isChosen = (item: Item) => said.get(item.key) ?? !isAtHome(pantry, item)
  const chosen = items.filter(isChosen)
  const atHome = items.filter((item) => isAtHome(pantry, item))
  const toBuy = items.filter((item) => !isAtHome(pantry, item))
  const setAll = (wanted: boolean) => setSaid(new Map(items.map(({ key }) => [key, wanted])))
  const row = (item: Item) => (
    <ItemRow
      key={item.key}
      item={item}
      strikes={false}
      named={entries.length > 1}
      checked={isChosen(item)}
      onToggle={() => setSaid(new Map([...said, [item.key, !isChosen(item)]]))}
    />
  )

  const remember = () => storedPantry.write(remembered(pantry, items, new Set(chosen.map(({ key }) => key))))
  const add = () => {
    const list = withEntries(storedList.read(), onlyChosen(entries, chosen))
    if (list === null) {
      toasts.show({
        kind: 'error',
        content: <FormattedMessage id="shopping.full" defaultMessage="The list is full. Remove checked items first." />,
      })
      return
    }
    storedList.write(list)
    remember()
    toasts.show({
      content: (
        <FormattedMessage
          id="shopping.added"
          defaultMessage="{count, plural, one {# item} other {# items}} added to the list."
          values={{ count: chosen.length }}
        />
      ),
    })
    // Replaces the history entry, so that "back" skips the chooser.
    void navigate(paths.shoppingList, { replace: true })
  }

  return (
    <>
      <ul className="mb-6 flex flex-col gap-2 border-y border-line py-3">
        {recipes.map((recipe) => (
          <li key={recipe.id} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
            <span lang={recipe.language ?? undefined} className="min-w-0 font-semibold wrap-anywhere">
              {recipe.title ?? intl.formatMessage({ id: 'card.untitled', defaultMessage: 'Untitled recipe' })}
            </span>
            {recipe.servings !== null && recipe.servings > 0 && (
              <Stepper
                servings={factorOf(factors[recipe.id] ?? factor).mul(recipe.servings)}
                onChange={(wanted) =>
                  setFactors({ ...factors, [recipe.id]: wanted.div(new Fraction(recipe.servings ?? 1)).toFraction() })
                }
              />
            )}
            <LinkedNeeds recipe={recipe} needs={needs} />
          </li>
        ))}
      </ul>
      <Aisles items={toBuy} row={row} />
      {atHome.length > 0 && (
        <section aria-labelledby="at-home" className="mb-6">
          <h2 id="at-home" className="text-lg font-semibold">
            <FormattedMessage id="shopping.pantry" defaultMessage="You probably have" />
          </h2>
          <ul className="gap-x-12 sm:columns-2">{atHome.map(row)}</ul>
        </section>
      )}
      <p className="mb-6 text-sm text-muted">
        <FormattedMessage
          id="shopping.remembered"
          defaultMessage="We assume you have unchecked items, and we’ll remember that."
        />
      </p>
      <SendToShop items={chosen} recipes={recipes} onSent={remember} />
      <div className="sticky bottom-3 z-10 flex flex-wrap items-center gap-2 rounded-3xl border border-line-strong bg-surface p-1.5 shadow-float">
        <Button disabled={chosen.length === 0} onClick={add} className="flex-1 sm:flex-none">
          <BasketIcon />
          <FormattedMessage
            id="shopping.add"
            defaultMessage="{count, plural, =0 {Add to the list} other {Add # to the list}}"
            values={{ count: chosen.length }}
          />
        </Button>
        <Button variant="bare" onClick={() => setAll(chosen.length < items.length)}>
          {chosen.length < items.length ? (
            <FormattedMessage id="shopping.all" defaultMessage="Select all" />
          ) : (
            <FormattedMessage id="shopping.none" defaultMessage="Select none" />
          )}
        </Button>
      </div>
    </>
  )
}

/** The recipe lines of the chosen items. */
function onlyChosen(entries: readonly ListEntry[], chosen: readonly Item[]): ListEntry[] {
  const places = new Set(chosen.flatMap(({ lines }) => lines.map(({ source, line }) => `${source} ${line}`)))
  return entries.map((entry, source) => ({
    ...entry,
    lines: entry.lines.filter((_, line) => places.has(`${source} ${line}`)),
  }))
}
