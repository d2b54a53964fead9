import type { ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { newRecipeId } from '../../../shared/lib/recipe/recipe-id'
import { useToasts } from '../../../shared/ui/Toasts'
import {
  EMPTY_LIST,
  ownEntry,
  restored,
  type ShoppingList,
  storedList,
  withEntries,
  withoutEntry,
} from '../model/shopping-list'

const UNDO_MS = 10_000

export interface ListChanges {
  readonly change: (next: ShoppingList) => void
  /** @param name name in the undo message */
  readonly remove: (next: ShoppingList, name: string) => void
  readonly removeEntry: (id: string, name: string) => void
  /** Clears the list, or replaces it by `left`. */
  readonly removeAll: (left?: ShoppingList) => void
  /** Adds an item to the list; returns false if the list is full. */
  readonly write: (words: string) => boolean
}

/** Operations on the list; removals can be undone for a while. */
export function useListChanges(): ListChanges {
  const intl = useIntl()
  const toasts = useToasts()
  const change = (next: ShoppingList) => {
    if (storedList.write(next)) return
    toasts.show({
      id: 'shopping-not-kept',
      kind: 'error',
      content: (
        <FormattedMessage
          id="shopping.notSaved"
          defaultMessage="This browser can’t save the list. Copy it before you close the page."
        />
      ),
    })
  }
  const removeTo = (after: ShoppingList, content: ReactNode) => {
    const before = storedList.read()
    change(after)
    toasts.show({
      content,
      durationMs: UNDO_MS,
      action: {
        label: intl.formatMessage({ id: 'shopping.undo', defaultMessage: 'Undo' }),
        onAct: () => change(restored(before, after, storedList.read())),
      },
    })
  }
  const removed = (name: string) => (
    <FormattedMessage id="shopping.removed" defaultMessage="{name} removed." values={{ name }} />
  )
  return {
    change,
    remove: (next, name) => removeTo(next, removed(name)),
    removeEntry: (id, name) => removeTo(withoutEntry(storedList.read(), id), removed(name)),
    removeAll: (left = EMPTY_LIST) =>
      removeTo(
        left,
        left === EMPTY_LIST ? (
          <FormattedMessage id="shopping.cleared" defaultMessage="The list is empty." />
        ) : (
          <FormattedMessage id="shopping.checkedRemoved" defaultMessage="Checked items removed." />
        ),
      ),
    write: (words) => {
      const next = withEntries(storedList.read(), [ownEntry(`own-${newRecipeId()}`, words)])
      if (next === null) return false
      change(next)
      return true
    },
  }
}
