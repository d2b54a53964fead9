import {
  checked,
  fittingOf,
  nullable,
  objectOf,
  oneOf,
  type Schema,
  text,
  textUpTo,
} from '../../../shared/lib/browser/schema'
import { json, StoredValue } from '../../../shared/lib/browser/stored-value'
import type { Language, Recipe } from '../../../shared/lib/recipe/recipe'
import { isSame } from '../../../shared/lib/recipe/recipe-content'
import { LIST_KEY } from '../../../shared/lib/shopping/shopping-request'
import { type Item, itemsOf, type ListedLine, type Source } from './items'

/** Lines of one recipe, or one free-text item. */
export interface ListEntry extends Source {
  /** Recipe id, a generated one, or `linkedEntryId`. */
  readonly id: string
}

/** The shopping list of this device. */
export interface ShoppingList {
  readonly entries: readonly ListEntry[]
  /** Keys of ticked items. */
  readonly done: readonly string[]
}

export const EMPTY_LIST: ShoppingList = { entries: [], done: [] }
/** Line limit, because items are recomputed at every tick. */
export const MAX_LINES = 1000
const LONGEST_LINE = 500
const LONGEST_ID = 80

const shortText = textUpTo(LONGEST_LINE)
const LINE: Schema<ListedLine> = objectOf<ListedLine>({
  quantity: shortText,
  unit: shortText,
  name: shortText,
  note: nullable(shortText),
  text: shortText,
})
const ENTRY: Schema<ListEntry> = objectOf<ListEntry>({
  id: textUpTo(LONGEST_ID),
  title: nullable(shortText),
  language: nullable(oneOf<Language>(['en', 'es', 'fr'])),
  factor: text,
  lines: checked(fittingOf(LINE), (lines) => lines.length > 0 && lines.length <= MAX_LINES),
})
export const SHOPPING_LIST: Schema<ShoppingList> = objectOf<ShoppingList>({
  entries: fittingOf(ENTRY),
  done: fittingOf(text),
})

/** The list on this device; cleared on sign-out. */
export const storedList = new StoredValue<ShoppingList>(LIST_KEY, json(SHOPPING_LIST), EMPTY_LIST)

/** List entry of a recipe. */
export function entryOfRecipe(
  { id, title, language }: Pick<Recipe, 'id' | 'title' | 'language'>,
  factor: string,
  lines: readonly ListedLine[],
): ListEntry {
  const short = (value: string) => value.slice(0, LONGEST_LINE)
  return {
    id,
    title: title === null ? null : short(title),
    language,
    factor,
    lines: lines.map(({ quantity, unit, name, note, text: whole }) => ({
      quantity: short(quantity),
      unit: short(unit),
      name: short(name),
      note: note === null ? null : short(note),
      text: short(whole),
    })),
  }
}

/** Id of the entry of a linked recipe, which belongs to the recipe that links to it. */
export const linkedEntryId = (recipe: string, linked: string): string => `${recipe}/${linked}`

/** Id of the recipe that an entry belongs to. */
const ownerOf = ({ id }: ListEntry): string => id.split('/', 1)[0] ?? id

/** List entry from free text. */
export function ownEntry(id: string, words: string): ListEntry {
  const name = words.trim().slice(0, LONGEST_LINE)
  return {
    id,
    title: null,
    language: null,
    factor: '1',
    lines: [{ quantity: '', unit: '', name, note: null, text: name }],
  }
}

/** Adds entries, replacing those of the same recipes, and unticks their items. Null if the list would be too long. */
export function withEntries(list: ShoppingList, entries: readonly ListEntry[]): ShoppingList | null {
  const news = entries.filter(({ lines }) => lines.length > 0)
  const owners = new Set(news.map(ownerOf))
  const next = [...list.entries.filter((entry) => !owners.has(ownerOf(entry))), ...news]
  if (next.reduce((sum, { lines }) => sum + lines.length, 0) > MAX_LINES) return null
  const asked = new Set(itemsOf(news, null).map(({ key }) => key))
  return { entries: next, done: list.done.filter((key) => !asked.has(key)) }
}

export function withoutEntry(list: ShoppingList, id: string): ShoppingList {
  return tidy({ ...list, entries: list.entries.filter((entry) => ownerOf(entry) !== id) })
}

/** Removes items from all entries. */
export function withoutItems(list: ShoppingList, items: readonly Item[]): ShoppingList {
  const gone = new Set(items.flatMap(({ lines }) => lines.map(({ source, line }) => `${source} ${line}`)))
  return tidy({
    ...list,
    entries: list.entries.map((entry, source) => ({
      ...entry,
      lines: entry.lines.filter((_, line) => !gone.has(`${source} ${line}`)),
    })),
  })
}

/** Toggles the tick of an item. */
export function withToggled(list: ShoppingList, key: string): ShoppingList {
  const done = list.done.includes(key) ? list.done.filter((each) => each !== key) : [...list.done, key]
  return { ...list, done }
}

/**
 * Undoes a removal: exactly if the list is unchanged, otherwise restores the removed entries and keeps later changes.
 * @param before list before the removal
 * @param after list after the removal
 * @param now current list
 */
export function restored(before: ShoppingList, after: ShoppingList, now: ShoppingList): ShoppingList {
  if (isSame(now, after)) return before
  const entryIn = (list: ShoppingList, id: string) => list.entries.find((entry) => entry.id === id)
  const isUntouched = ({ id }: ListEntry) => isSame(entryIn(now, id), entryIn(after, id))
  const back = before.entries.filter((entry) => !isSame(entry, entryIn(after, entry.id)) && isUntouched(entry))
  const ids = new Set(back.map(({ id }) => id))
  const ticked = before.done.filter((key) => !after.done.includes(key))
  return {
    entries: [...now.entries.filter(({ id }) => !ids.has(id)), ...back],
    done: [...new Set([...now.done, ...ticked])],
  }
}

/** Drops empty entries and ticks without an item. */
function tidy({ entries, done }: ShoppingList): ShoppingList {
  const left = entries.filter(({ lines }) => lines.length > 0)
  const keys = new Set(itemsOf(left, null).map(({ key }) => key))
  return { entries: left, done: done.filter((key) => keys.has(key)) }
}
