import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Link } from 'react-router'
import { useApiClient } from '../../../shared/api/ApiClientProvider'
import { describeProblem } from '../../../shared/i18n/problem-messages'
import { paths } from '../../../shared/lib/routing/paths'
import { BasketIcon } from '../../../shared/ui/BasketIcon'
import { buttonClass, IconButton } from '../../../shared/ui/Button'
import { AlertIcon, BackIcon, CloseIcon } from '../../../shared/ui/icons'
import { Notice } from '../../../shared/ui/Notice'
import { Skeleton } from '../../../shared/ui/Skeleton'
import { SharedListStore } from '../api/shared-list-store'
import { isFull, useSharedListsApi } from '../api/shared-lists-api'
import { writtenItem } from '../model/shared-links'
import { MAX_ITEMS, type SharedItem, shownItems } from '../model/shared-list'
import { Aisles } from './Aisles'
import { SharedListActions } from './SharedListActions'
import { ShopOrder } from './ShopOrder'
import { WriteDown } from './WriteDown'

/** A list shared by link, live for everyone who has the link. */
export function SharedListView({ id }: { id: string }) {
  return (
    <>
      <Link to={paths.shoppingList} className={`${buttonClass('bare')} -ml-3 print:hidden`}>
        <BackIcon />
        <FormattedMessage id="sharedList.back" defaultMessage="Your shopping list" />
      </Link>
      <SharedList id={id} />
    </>
  )
}

function SharedList({ id }: { id: string }) {
  const intl = useIntl()
  const server = useApiClient()
  const api = useSharedListsApi()
  const store = useMemo(() => new SharedListStore(server, api, id), [server, api, id])
  useEffect(() => {
    store.start()
    return () => store.stop()
  }, [store])
  const list = useSyncExternalStore(store.subscribe, store.getSnapshot)
  const items = useMemo(
    () => shownItems(list.items, list.pending, intl.locale),
    [list.items, list.pending, intl.locale],
  )
  if (list.phase === 'gone') return <Gone />
  const left = items.filter(({ done }) => !done).length
  const write = (words: string) => {
    if (items.length >= MAX_ITEMS) return false
    store.change(writtenItem(words))
    return true
  }
  return (
    <>
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 pt-2 pb-4">
        <h1 className="text-3xl font-semibold sm:text-4xl">
          <FormattedMessage id="sharedList.title" defaultMessage="Shared shopping list" />
        </h1>
        <p role="status" data-left={left} data-list-connection={list.connection} className="text-muted tabular-nums">
          {items.length > 0 && (
            <FormattedMessage
              id="shopping.left"
              defaultMessage="{left, plural, =0 {All done} other {# of {all, number} left}}"
              values={{ left, all: items.length }}
            />
          )}
        </p>
      </div>
      <p role="status" data-waiting={list.pending.length} className="mb-4 text-sm text-muted empty:hidden print:hidden">
        {list.connection === 'reconnecting' && (
          <FormattedMessage
            id="sharedList.offline"
            defaultMessage="You’re offline. Your changes will be shared when you’re back online."
          />
        )}
      </p>
      <p role="alert" className="mb-4 text-sm font-medium text-danger empty:hidden">
        {list.problem !== null &&
          (isFull(list.problem) ? (
            <FormattedMessage id="shopping.full" defaultMessage="The list is full. Remove checked items first." />
          ) : (
            describeProblem(intl, 'show', list.problem)
          ))}
      </p>
      {list.phase === 'loading' ? (
        <div role="status">
          <span className="sr-only">
            <FormattedMessage id="sharedList.loading" defaultMessage="Loading the list…" />
          </span>
          <Skeleton className="h-72 w-full" />
        </div>
      ) : (
        <>
          <WriteDown onWrite={write} />
          {items.length === 0 ? (
            <Notice
              level={2}
              icon={<BasketIcon className="size-8" />}
              title={<FormattedMessage id="shopping.empty" defaultMessage="Nothing to buy yet" />}
            >
              <FormattedMessage id="sharedList.empty" defaultMessage="Add the first item above." />
            </Notice>
          ) : (
            <>
              <ShopOrder />
              <Aisles items={items} row={(item) => <Row key={item.id} item={item} store={store} />} />
            </>
          )}
          <SharedListActions store={store} items={items} mine={list.mine} />
        </>
      )}
    </>
  )
}

function Row({ item: { id, text, language, done }, store }: { item: SharedItem; store: SharedListStore }) {
  const intl = useIntl()
  return (
    <li data-item={text} className="flex break-inside-avoid items-start border-b border-line last:border-0">
      <label
        className={`flex min-h-11 min-w-0 flex-1 cursor-pointer items-baseline gap-3 py-2 ${done ? 'text-muted line-through' : ''}`}
      >
        <input
          type="checkbox"
          checked={done}
          onChange={() => store.change({ id, done: !done })}
          className="size-4.5 shrink-0 translate-y-0.75 accent-(--accent)"
        />
        <span lang={language ?? undefined} className="min-w-0 flex-1 wrap-anywhere">
          {text}
        </span>
      </label>
      <IconButton
        label={intl.formatMessage({ id: 'shopping.remove', defaultMessage: 'Remove {name}' }, { name: text })}
        onClick={() => store.change({ id, removed: true })}
        className="shrink-0 print:hidden"
      >
        <CloseIcon className="size-4.5" />
      </IconButton>
    </li>
  )
}

function Gone() {
  return (
    <Notice
      level={1}
      icon={<AlertIcon className="size-8" />}
      title={<FormattedMessage id="sharedList.gone" defaultMessage="This list isn’t shared anymore" />}
    >
      <FormattedMessage
        id="sharedList.gone.text"
        defaultMessage="Its owner ended it, or no one changed it for 30 days. Ask for a new link."
      />
    </Notice>
  )
}
