import { useMemo, useSyncExternalStore } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Link } from 'react-router'
import { unitSetting } from '../../../shared/lib/amounts/unit-setting'
import { paths } from '../../../shared/lib/routing/paths'
import { BasketIcon } from '../../../shared/ui/BasketIcon'
import { buttonClass, IconButton } from '../../../shared/ui/Button'
import { BackIcon, CloseIcon } from '../../../shared/ui/icons'
import { Notice } from '../../../shared/ui/Notice'
import { type Item, itemsOf } from '../model/items'
import { type ShoppingList, storedList, withoutItems, withToggled } from '../model/shopping-list'
import { Aisles } from './Aisles'
import { ItemRow } from './ItemRow'
import { ListActions } from './ListActions'
import { ListedRecipes } from './ListedRecipes'
import { SendToShop } from './SendToShop'
import { ShareList } from './ShareList'
import { ShopOrder } from './ShopOrder'
import { useListChanges } from './useListChanges'
import { WriteDown } from './WriteDown'

/** The list of this device; works offline. */
export function ListView() {
  const intl = useIntl()
  const list = useSyncExternalStore(storedList.subscribe, storedList.read)
  const system = useSyncExternalStore(unitSetting.subscribe, unitSetting.read)
  const changes = useListChanges()
  const items = useMemo(() => itemsOf(list.entries, system), [list.entries, system])
  const toBuy = items.filter(({ key }) => !list.done.includes(key))
  return (
    <>
      <Link to={paths.myRecipes} className={`${buttonClass('bare')} -ml-3 print:hidden`}>
        <BackIcon />
        <FormattedMessage id="recipe.back" defaultMessage="My recipes" />
      </Link>
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 pt-2 pb-4">
        <h1 className="text-3xl font-semibold sm:text-4xl">
          <FormattedMessage id="shopping.title" defaultMessage="Shopping list" />
        </h1>
        <p role="status" data-left={toBuy.length} className="text-muted tabular-nums">
          {items.length > 0 && (
            <FormattedMessage
              id="shopping.left"
              defaultMessage="{left, plural, =0 {All done} other {# of {all, number} left}}"
              values={{ left: toBuy.length, all: items.length }}
            />
          )}
        </p>
      </div>
      <WriteDown onWrite={changes.write} />
      {items.length === 0 ? (
        <>
          <EmptyList />
          <ShareList items={items} list={list} />
        </>
      ) : (
        <>
          <ShopOrder />
          <Aisles
            items={items}
            row={(item) => (
              <ItemRow
                key={item.key}
                item={item}
                strikes
                named={list.entries.length > 1}
                checked={list.done.includes(item.key)}
                onToggle={() => changes.change(withToggled(storedList.read(), item.key))}
              >
                <IconButton
                  label={intl.formatMessage(
                    { id: 'shopping.remove', defaultMessage: 'Remove {name}' },
                    { name: item.name },
                  )}
                  onClick={({ currentTarget }) => {
                    focusBeside(currentTarget)
                    changes.remove(withoutItem(storedList.read(), item), item.name)
                  }}
                  className="shrink-0 print:hidden"
                >
                  <CloseIcon className="size-4.5" />
                </IconButton>
              </ItemRow>
            )}
          />
          <ListedRecipes entries={list.entries} onRemove={changes.removeEntry} />
          <ShareList items={items} list={list} />
          <SendToShop items={toBuy} recipes={[]} entries={list.entries} />
          <ListActions items={items} toBuy={toBuy} onRemove={changes.removeAll} />
        </>
      )}
    </>
  )
}

function EmptyList() {
  return (
    <Notice
      level={2}
      icon={<BasketIcon className="size-8" />}
      title={<FormattedMessage id="shopping.empty" defaultMessage="Nothing to buy yet" />}
    >
      <FormattedMessage
        id="shopping.empty.text"
        defaultMessage="Open a recipe, or select several in your list, and press “Shopping list”. Matching items are added up and sorted by aisle."
      />
    </Notice>
  )
}

/** Finds the item's lines again, because another tab may have changed the list. */
function withoutItem(list: ShoppingList, { key }: Item): ShoppingList {
  return withoutItems(
    list,
    itemsOf(list.entries, null).filter((item) => item.key === key),
  )
}

/** Keeps the focus in the list when items are removed by keyboard. */
function focusBeside(button: HTMLElement): void {
  const buttons = Array.from(document.querySelectorAll<HTMLElement>('[data-item] button'))
  const at = buttons.indexOf(button)
  const next = buttons[at + 1] ?? buttons[at - 1] ?? document.querySelector<HTMLElement>('[data-write-down]')
  next?.focus()
}
