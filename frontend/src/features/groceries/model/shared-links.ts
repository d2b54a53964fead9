import { isRecipeId, newRecipeId } from '../../../shared/lib/recipe/recipe-id'
import { type Item, itemsOf, textOfItem } from './items'
import { type ItemChange, LONGEST_ITEM } from './shared-list'
import { type ListEntry, ownEntry } from './shopping-list'

/** The secret is in the fragment, which browsers do not send, so servers do not log it. */
export function linkOf(page: string, id: string): string {
  return `${page}#${id}`
}

/** The id in the fragment of an address; null if there is none. */
export function sharedIdOf(hash: string): string | null {
  const id = hash.replace(/^#/, '')
  return isRecipeId(id) ? id : null
}

/** New items of a shared list, with the ticks of the device's list. */
export function sharedItemsOf(items: readonly Item[], done: readonly string[]): ItemChange[] {
  return items.map((item) => ({
    ...newItem(textOfItem(item), item),
    done: done.includes(item.key),
  }))
}

/** A new item from free text, in the aisle of its food. */
export function writtenItem(words: string): ItemChange {
  const [item] = itemsOf([ownEntry('', words)], null)
  return newItem(words.trim(), { aisle: item?.aisle ?? 'other', language: null })
}

/** An entry of the device's list from an item of a shared one. */
export function entryOfShared({ id, text }: { readonly id: string; readonly text: string }): ListEntry {
  return ownEntry(`own-${id}`, text)
}

function newItem(text: string, { aisle, language }: Pick<Item, 'aisle' | 'language'>): ItemChange {
  return { id: newRecipeId(), text: text.slice(0, LONGEST_ITEM), aisle, language }
}
