import { useEffect, useRef, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Link, useNavigate } from 'react-router'
import { describeProblem } from '../../../shared/i18n/problem-messages'
import { newRecipeId } from '../../../shared/lib/recipe/recipe-id'
import { paths } from '../../../shared/lib/routing/paths'
import { Button } from '../../../shared/ui/Button'
import { LinkIcon } from '../../../shared/ui/icons'
import { useTask } from '../../../shared/ui/useTask'
import { keptLists } from '../api/kept-lists'
import { areTooMany, useSharedListsApi } from '../api/shared-lists-api'
import type { Item } from '../model/items'
import { linkOf, sharedItemsOf } from '../model/shared-links'
import { type KeptList, MAX_ITEMS, withPending } from '../model/shared-list'
import { EMPTY_LIST, type ShoppingList, storedList } from '../model/shopping-list'

interface ShareListProps {
  items: readonly Item[]
  list: ShoppingList
}

/** Creates a link to the list, which then moves to its own page, or moves the list into one that is already shared. */
export function ShareList({ items, list: { done } }: ShareListProps) {
  const intl = useIntl()
  const api = useSharedListsApi()
  const navigate = useNavigate()
  const lists = useSharedLists()
  /** One id for all attempts, so that a lost response creates no second list. */
  const id = useRef('')
  const sharing = useTask(async () => {
    if (id.current === '') id.current = newRecipeId()
    const changes = sharedItemsOf(items, done)
    const made = await api.create(id.current, changes)
    keptLists.put({ id: id.current, ...made, pending: [] })
    storedList.write(EMPTY_LIST)
    await navigate(linkOf(paths.shoppingList, id.current))
  })
  const moveTo = (list: KeptList) => {
    const pending = sharedItemsOf(items, done).reduce(withPending, [...list.pending])
    // The page of the list sends them.
    keptLists.put({ ...list, pending })
    storedList.write(EMPTY_LIST)
    void navigate(linkOf(paths.shoppingList, list.id))
  }
  return (
    <section aria-labelledby="share-list" className="mb-6 rounded-2xl bg-sunken p-5 print:hidden">
      <h2 id="share-list" className="text-lg font-semibold">
        <FormattedMessage id="sharedList.share.title" defaultMessage="Shop together" />
      </h2>
      <p className="mt-2 text-muted">
        <FormattedMessage
          id="sharedList.share.text"
          defaultMessage="Everyone with the link sees and checks off the same list, live. You can stop sharing at any time."
        />
      </p>
      <div className="mt-4 flex flex-wrap items-center gap-2">
        <Button
          variant="quiet"
          disabled={sharing.busy || items.length === 0 || items.length > MAX_ITEMS}
          onClick={() => void sharing.run()}
        >
          <LinkIcon className="size-4.5" />
          <FormattedMessage id="sharedList.share" defaultMessage="Share by link" />
        </Button>
        {items.length > 0 &&
          lists
            .filter((list) => list.items.length + list.pending.length + items.length <= MAX_ITEMS)
            .map((list) => (
              <Button key={list.id} variant="bare" onClick={() => moveTo(list)}>
                <FormattedMessage
                  id="sharedList.addTo"
                  defaultMessage="{count, plural, =0 {Move to the empty shared list} one {Move to the shared list with # item} other {Move to the shared list with # items}}"
                  values={{ count: list.items.length }}
                />
              </Button>
            ))}
      </div>
      <p role="status" className="mt-2 text-sm font-medium text-danger empty:hidden">
        {sharing.problem !== null &&
          (areTooMany(sharing.problem) ? (
            <FormattedMessage
              id="sharedList.tooMany"
              defaultMessage="You share 10 lists already. Stop sharing one first."
            />
          ) : (
            describeProblem(intl, 'show', sharing.problem)
          ))}
      </p>
      {lists.length > 0 && (
        <ul className="mt-3">
          {lists.map(({ id: of, items: all }) => (
            <li key={of}>
              <Link
                to={linkOf(paths.shoppingList, of)}
                data-shared-list={of}
                className="inline-flex min-h-11 items-center underline underline-offset-4"
              >
                <FormattedMessage
                  id="sharedList.open"
                  defaultMessage="{count, plural, =0 {Open the empty shared list} one {Open the shared list with # item} other {Open the shared list with # items}}"
                  values={{ count: all.length }}
                />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** Shared lists of this device, and the caller's own lists of other devices once the server has responded. */
function useSharedLists(): readonly KeptList[] {
  const api = useSharedListsApi()
  const [lists, setLists] = useState(() => keptLists.all())
  useEffect(() => {
    let wanted = true
    api.own().then(
      (own) => {
        if (!wanted) return
        for (const list of own) if (!keptLists.has(list.id)) keptLists.put({ ...list, pending: [] })
        setLists(keptLists.all())
      },
      // The lists of this device are shown anyway.
      () => undefined,
    )
    return () => {
      wanted = false
    }
  }, [api])
  return lists
}
