import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { copyText } from '../../../shared/lib/browser/copy-text'
import { Button } from '../../../shared/ui/Button'
import { CopyIcon, PrintIcon, ShareIcon, TrashIcon } from '../../../shared/ui/icons'
import { useToasts } from '../../../shared/ui/Toasts'
import { useExported } from '../api/exported'
import { aisleMessages } from '../messages'
import { byAisle, type Item, itemsOf } from '../model/items'
import { textOfList } from '../model/list-text'
import { type ShoppingList, storedList, withoutItems } from '../model/shopping-list'
import { aisleOrder, storedShops } from '../model/shops'

interface ListActionsProps {
  items: readonly Item[]
  toBuy: readonly Item[]
  /** @param left the remaining list; empty if omitted */
  onRemove: (left?: ShoppingList) => void
}

/** Share, copy, print and clear. Ticked items are not shared, unless all are ticked. */
export function ListActions({ items, toBuy, onRemove }: ListActionsProps) {
  const intl = useIntl()
  const toasts = useToasts()
  const exported = useExported()
  /** Text shown for manual copying if the clipboard failed. */
  const [uncopied, setUncopied] = useState<string | null>(null)
  const title = intl.formatMessage({ id: 'shopping.title', defaultMessage: 'Shopping list' })
  const text = () =>
    textOfList(
      title,
      intl.formatMessage({ id: 'amount.unscaled', defaultMessage: 'Amount not scaled' }),
      byAisle(toBuy.length > 0 ? toBuy : items, aisleOrder(storedShops.read())).map((group) => ({
        heading: intl.formatMessage(aisleMessages[group.aisle]),
        items: group.items,
      })),
    )
  const copy = async () => {
    const copied = await copyText(text())
    setUncopied(copied ? null : text())
    if (!copied) return
    exported('copy', toBuy.length)
    toasts.show({ content: <FormattedMessage id="shopping.copied" defaultMessage="List copied." /> })
  }
  const share = () => {
    // A cancelled share dialog is not an error.
    navigator.share({ title, text: text() }).then(
      () => exported('share', toBuy.length),
      () => undefined,
    )
  }
  const printList = () => {
    exported('print', toBuy.length)
    print()
  }
  const done = items.length - toBuy.length
  return (
    <div className="print:hidden">
      <div className="flex flex-wrap gap-2">
        {'share' in navigator && (
          <Button variant="quiet" onClick={share}>
            <ShareIcon />
            <FormattedMessage id="share.device" defaultMessage="Share with…" />
          </Button>
        )}
        <Button variant="quiet" onClick={() => void copy()}>
          <CopyIcon />
          <FormattedMessage id="shopping.copy" defaultMessage="Copy as text" />
        </Button>
        <Button variant="quiet" onClick={printList}>
          <PrintIcon />
          <FormattedMessage id="recipe.print" defaultMessage="Print" />
        </Button>
        {done > 0 && done < items.length && (
          <Button variant="bare" onClick={() => onRemove(withoutDone())}>
            <FormattedMessage
              id="shopping.removeChecked"
              defaultMessage="{count, plural, one {Remove # checked item} other {Remove # checked items}}"
              values={{ count: done }}
            />
          </Button>
        )}
        <Button variant="bare" onClick={() => onRemove()}>
          <TrashIcon className="size-4.5" />
          <FormattedMessage id="shopping.clear" defaultMessage="Clear the list" />
        </Button>
      </div>
      {uncopied !== null && (
        <label className="mt-4 block">
          <span role="alert" className="text-sm">
            <FormattedMessage
              id="shopping.notCopied"
              defaultMessage="Couldn’t copy automatically. Select the text below and copy it."
            />
          </span>
          <textarea
            readOnly
            value={uncopied}
            rows={8}
            onFocus={(event) => event.currentTarget.select()}
            className="mt-1 w-full rounded-xl border border-line-strong bg-surface p-3"
          />
        </label>
      )}
    </div>
  )
}

/** The stored list without ticked items. */
function withoutDone(): ShoppingList {
  const list = storedList.read()
  return withoutItems(
    list,
    itemsOf(list.entries, null).filter(({ key }) => list.done.includes(key)),
  )
}
