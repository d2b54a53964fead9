import { type FormEvent, useId, useState, useSyncExternalStore } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { newRecipeId } from '../../../shared/lib/recipe/recipe-id'
import { Button, IconButton } from '../../../shared/ui/Button'
import { DownIcon, UpIcon } from '../../../shared/ui/icons'
import { aisleMessages } from '../messages'
import {
  chosenShop,
  LONGEST_SHOP_NAME,
  MAX_SHOPS,
  type Shop,
  storedShops,
  withChosen,
  withMoved,
  withoutShop,
  withShop,
} from '../model/shops'

const NEW = 'new'

/** Choice of the shop whose order of aisles the list follows. */
export function ShopOrder() {
  const intl = useIntl()
  const id = useId()
  const shops = useSyncExternalStore(storedShops.subscribe, storedShops.read)
  const [isAdding, setAdding] = useState(false)
  const [isArranging, setArranging] = useState(false)
  const shop = chosenShop(shops)
  const choose = (value: string) => {
    setAdding(value === NEW)
    if (value !== NEW) storedShops.write(withChosen(storedShops.read(), value === '' ? null : value))
  }
  const add = (name: string) => {
    const next = withShop(storedShops.read(), newRecipeId(), name)
    if (next === null) return
    storedShops.write(next)
    setAdding(false)
    setArranging(true)
  }
  return (
    <div data-shop={shop?.name ?? ''} className="mb-6 print:hidden">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 text-sm">
        <label htmlFor={id} className="text-muted">
          <FormattedMessage id="shopping.shop" defaultMessage="Order of aisles" />
        </label>
        <select
          id={id}
          value={isAdding ? NEW : (shop?.id ?? '')}
          onChange={({ currentTarget: { value } }) => choose(value)}
          className="min-h-11 max-w-full rounded-xl border border-line-strong bg-surface px-3"
        >
          <option value="">{intl.formatMessage({ id: 'shopping.shop.usual', defaultMessage: 'Usual order' })}</option>
          {shops.shops.map(({ id: value, name }) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
          {shops.shops.length < MAX_SHOPS && (
            <option value={NEW}>
              {intl.formatMessage({ id: 'shopping.shop.new', defaultMessage: 'Add a shop…' })}
            </option>
          )}
        </select>
        {shop !== null && !isAdding && (
          <Button variant="bare" aria-expanded={isArranging} onClick={() => setArranging(!isArranging)}>
            <FormattedMessage id="shopping.shop.arrange" defaultMessage="Arrange aisles" />
          </Button>
        )}
      </div>
      {isAdding && <NewShop onAdd={add} />}
      {shop !== null && isArranging && !isAdding && <Arrangement shop={shop} />}
    </div>
  )
}

function NewShop({ onAdd }: { onAdd: (name: string) => void }) {
  const id = useId()
  const [name, setName] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onAdd(name)
  }
  return (
    <form onSubmit={submit} className="mt-3">
      <label htmlFor={id} className="text-sm font-semibold text-muted">
        <FormattedMessage id="shopping.shop.name" defaultMessage="Name of the shop" />
      </label>
      <div className="mt-1 flex gap-2">
        <input
          id={id}
          required
          value={name}
          maxLength={LONGEST_SHOP_NAME}
          autoComplete="off"
          onChange={({ currentTarget: { value } }) => setName(value)}
          className="min-h-11 min-w-0 flex-1 rounded-xl border border-line-strong bg-surface px-3"
        />
        <Button type="submit" variant="quiet">
          <FormattedMessage id="shopping.shop.add" defaultMessage="Add shop" />
        </Button>
      </div>
    </form>
  )
}

/** The aisles of a shop, with buttons to move them. */
function Arrangement({ shop: { id, name, aisles } }: { shop: Shop }) {
  const intl = useIntl()
  return (
    <div className="mt-3 rounded-2xl bg-sunken p-4">
      <ol>
        {aisles.map((aisle, place) => {
          const of = { aisle: intl.formatMessage(aisleMessages[aisle]) }
          return (
            <li key={aisle} data-order={aisle} className="flex items-center border-b border-line last:border-0">
              <span className="min-w-0 flex-1">{of.aisle}</span>
              <IconButton
                label={intl.formatMessage({ id: 'shopping.shop.up', defaultMessage: 'Move {aisle} up' }, of)}
                disabled={place === 0}
                onClick={() => storedShops.write(withMoved(storedShops.read(), aisle, -1))}
                className="shrink-0 disabled:opacity-40"
              >
                <UpIcon className="size-4.5" />
              </IconButton>
              <IconButton
                label={intl.formatMessage({ id: 'shopping.shop.down', defaultMessage: 'Move {aisle} down' }, of)}
                disabled={place === aisles.length - 1}
                onClick={() => storedShops.write(withMoved(storedShops.read(), aisle, 1))}
                className="shrink-0 disabled:opacity-40"
              >
                <DownIcon className="size-4.5" />
              </IconButton>
            </li>
          )
        })}
      </ol>
      <Button variant="bare" onClick={() => storedShops.write(withoutShop(storedShops.read(), id))} className="mt-2">
        <FormattedMessage id="shopping.remove" defaultMessage="Remove {name}" values={{ name }} />
      </Button>
    </div>
  )
}
