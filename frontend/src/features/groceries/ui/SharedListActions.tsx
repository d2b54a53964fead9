import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useHref, useNavigate } from 'react-router'
import { describeProblem } from '../../../shared/i18n/problem-messages'
import { copyText } from '../../../shared/lib/browser/copy-text'
import { paths } from '../../../shared/lib/routing/paths'
import { Button } from '../../../shared/ui/Button'
import { CopyIcon, LinkIcon, PrintIcon, ShareIcon } from '../../../shared/ui/icons'
import { useToasts } from '../../../shared/ui/Toasts'
import { useTask } from '../../../shared/ui/useTask'
import { useExported } from '../api/exported'
import { keptLists } from '../api/kept-lists'
import type { SharedListStore } from '../api/shared-list-store'
import { aisleMessages } from '../messages'
import { byAisle } from '../model/items'
import { entryOfShared, linkOf } from '../model/shared-links'
import type { SharedItem } from '../model/shared-list'
import { storedList, withEntries } from '../model/shopping-list'
import { aisleOrder, storedShops } from '../model/shops'

interface SharedListActionsProps {
  store: SharedListStore
  items: readonly SharedItem[]
  mine: boolean
}

/** Link, copy as text, print, and end: for everyone if the user owns the list, otherwise on this device. */
export function SharedListActions({ store, items, mine }: SharedListActionsProps) {
  const intl = useIntl()
  const toasts = useToasts()
  const exported = useExported()
  const navigate = useNavigate()
  const [isAsking, setAsking] = useState(false)
  const link = linkOf(new URL(useHref(paths.shoppingList), location.origin).href, store.id)
  const title = intl.formatMessage({ id: 'sharedList.title', defaultMessage: 'Shared shopping list' })
  const toBuy = items.filter(({ done }) => !done)
  const copyLink = async () => {
    if (!(await copyText(link))) return
    toasts.show({ content: <FormattedMessage id="sharedList.copied" defaultMessage="Link copied." /> })
  }
  const copyItems = async () => {
    const aisles = byAisle(toBuy.length > 0 ? toBuy : items, aisleOrder(storedShops.read()))
    const text = aisles.map(({ aisle, items: of }) =>
      [intl.formatMessage(aisleMessages[aisle]), ...of.map((item) => `- ${item.text}`)].join('\n'),
    )
    if (!(await copyText([title, ...text].join('\n\n')))) return
    exported('copy', toBuy.length)
    toasts.show({ content: <FormattedMessage id="shopping.copied" defaultMessage="List copied." /> })
  }
  const printList = () => {
    exported('print', toBuy.length)
    print()
  }
  const ending = useTask(async () => {
    const left = toBuy.map(entryOfShared)
    await store.end()
    const next = withEntries(storedList.read(), left)
    if (next !== null) storedList.write(next)
    await navigate(paths.shoppingList, { replace: true })
  })
  const forget = () => {
    store.stop()
    keptLists.drop(store.id)
    void navigate(paths.shoppingList, { replace: true })
  }
  const removed = items.filter(({ done }) => done)
  return (
    <div className="print:hidden">
      <section aria-labelledby="shared-link" className="mb-6 rounded-2xl bg-sunken p-5">
        <h2 id="shared-link" className="text-lg font-semibold">
          <FormattedMessage id="sharedList.link" defaultMessage="Link to this list" />
        </h2>
        <p className="mt-2 text-muted">
          <FormattedMessage
            id="sharedList.link.text"
            defaultMessage="Everyone with the link sees and changes this list. It expires 30 days after the last change."
          />
        </p>
        <div className="mt-4 flex flex-wrap items-center gap-2">
          {'share' in navigator && (
            <Button
              variant="quiet"
              // A cancelled share dialog is not an error.
              onClick={() => navigator.share({ title, url: link }).catch(() => undefined)}
            >
              <ShareIcon />
              <FormattedMessage id="share.device" defaultMessage="Share with…" />
            </Button>
          )}
          <Button variant="quiet" onClick={() => void copyLink()}>
            <LinkIcon className="size-4.5" />
            <FormattedMessage id="sharedList.copy" defaultMessage="Copy link" />
          </Button>
          {mine ? (
            !isAsking && (
              <Button variant="bare" onClick={() => setAsking(true)}>
                <FormattedMessage id="sharedList.end" defaultMessage="Stop sharing" />
              </Button>
            )
          ) : (
            <Button variant="bare" onClick={forget}>
              <FormattedMessage id="sharedList.forget" defaultMessage="Remove from this device" />
            </Button>
          )}
        </div>
        {isAsking && (
          <div role="alert" className="mt-4">
            <p>
              <FormattedMessage
                id="sharedList.end.ask"
                defaultMessage="The link stops working for everyone. What’s left to buy goes back to your own list."
              />
            </p>
            <div className="mt-2 flex flex-wrap gap-2">
              <Button variant="danger" disabled={ending.busy} onClick={() => void ending.run()}>
                <FormattedMessage id="sharedList.end" defaultMessage="Stop sharing" />
              </Button>
              <Button variant="bare" disabled={ending.busy} onClick={() => setAsking(false)}>
                <FormattedMessage id="sharedList.end.keep" defaultMessage="Keep sharing" />
              </Button>
            </div>
            {ending.problem !== null && (
              <p className="mt-2 text-sm font-medium text-danger">{describeProblem(intl, 'show', ending.problem)}</p>
            )}
          </div>
        )}
      </section>
      <div className="flex flex-wrap gap-2">
        <Button variant="quiet" onClick={() => void copyItems()}>
          <CopyIcon />
          <FormattedMessage id="shopping.copy" defaultMessage="Copy as text" />
        </Button>
        <Button variant="quiet" onClick={printList}>
          <PrintIcon />
          <FormattedMessage id="recipe.print" defaultMessage="Print" />
        </Button>
        {removed.length > 0 && (
          <Button variant="bare" onClick={() => store.change(...removed.map(({ id }) => ({ id, removed: true })))}>
            <FormattedMessage
              id="shopping.removeChecked"
              defaultMessage="{count, plural, one {Remove # checked item} other {Remove # checked items}}"
              values={{ count: removed.length }}
            />
          </Button>
        )}
      </div>
    </div>
  )
}
