/**
 * A list shared by link, as an immutable value: the server's state, and unconfirmed changes. Full loads and pushed
 * changes may arrive in any order and repeatedly; the highest version of each item wins.
 */
import {
  arrayOf,
  boolean,
  checked,
  fittingOf,
  nullable,
  number,
  objectOf,
  oneOf,
  type Schema,
  textUpTo,
} from '../../../shared/lib/browser/schema'
import { AISLES, type Aisle } from '../../../shared/lib/foods/food-data'
import type { Language } from '../../../shared/lib/recipe/recipe'
import { isRecipeId } from '../../../shared/lib/recipe/recipe-id'

export interface SharedItem {
  readonly id: string
  readonly text: string
  readonly aisle: Aisle
  readonly language: Language | null
  readonly done: boolean
}

/** A change of one item, in the server's format. */
export interface ItemChange {
  readonly id: string
  readonly text?: string
  readonly aisle?: Aisle
  readonly language?: Language | null
  readonly done?: boolean
  readonly removed?: boolean
}

/** A pushed change: the items in this version. */
export interface ListChange {
  readonly version: number
  readonly items: readonly SharedItem[]
  readonly removed: readonly string[]
  readonly ended: boolean
}

export interface LoadedList {
  readonly mine: boolean
  readonly items: readonly SharedItem[]
  readonly version: number
}

/** The list on this device, kept for offline use. */
export interface KeptList extends LoadedList {
  /** The secret of the link. */
  readonly id: string
  /** Unconfirmed changes, one per item. */
  readonly pending: readonly ItemChange[]
}

/** Limits of the server. */
export const MAX_ITEMS = 200
export const MAX_CHANGES = 50
export const LONGEST_ITEM = 200

const language = oneOf<Language>(['en', 'es', 'fr'])
const ITEM: Schema<SharedItem> = objectOf<SharedItem>({
  id: textUpTo(32),
  text: textUpTo(LONGEST_ITEM),
  aisle: oneOf(AISLES),
  language: nullable(language),
  done: boolean,
})
const optional =
  <T>(schema: Schema<T>): Schema<T | undefined> =>
  (value) =>
    value === undefined ? undefined : schema(value)
const CHANGE: Schema<ItemChange> = (value) => {
  const change = objectOf({ id: textUpTo(32) })(value)
  if (change === undefined) return undefined
  const { text, aisle, language: of, done, removed } = value as Record<string, unknown>
  const read = {
    text: optional(textUpTo(LONGEST_ITEM))(text),
    aisle: optional(oneOf(AISLES))(aisle),
    language: optional(nullable(language))(of),
    done: optional(boolean)(done),
    removed: optional(boolean)(removed),
  }
  return { id: change.id, ...Object.fromEntries(Object.entries(read).filter(([, each]) => each !== undefined)) }
}
export const KEPT_LIST: Schema<KeptList> = objectOf<KeptList>({
  id: checked(textUpTo(32), isRecipeId),
  mine: boolean,
  items: arrayOf(ITEM),
  version: number,
  pending: fittingOf(CHANGE),
})

/** The last known state of an item that has changed since the last load. */
interface Known {
  readonly version: number
  /** The item; null if it was removed. */
  readonly item: SharedItem | null
}

export interface SharedList {
  readonly mine: boolean
  readonly items: ReadonlyMap<string, SharedItem>
  /** Includes all changes up to this version. */
  readonly version: number
  /** Pushed changes after `version`, by item. */
  readonly known: ReadonlyMap<string, Known>
  /** Versions after `version` that have arrived. A gap means that a change is missing. */
  readonly ahead: ReadonlySet<number>
}

/** The list after a load, with pushed changes of later versions; unchanged if the load is older. */
export function withLoaded(list: SharedList | null, loaded: LoadedList): SharedList {
  if (list !== null && loaded.version < list.version) return list
  const known = new Map([...(list?.known ?? [])].filter(([, { version }]) => version > loaded.version))
  const ahead = new Set([...(list?.ahead ?? [])].filter((version) => version > loaded.version))
  const items = new Map(loaded.items.map((item) => [item.id, item]))
  for (const [id, { item }] of known) put(items, id, item)
  return settled({ mine: loaded.mine, items, version: loaded.version, known, ahead })
}

/** Applies a pushed change. */
export function withChange(list: SharedList, { version, items: changed, removed }: ListChange): SharedList {
  if (version <= list.version || list.ahead.has(version)) return list
  const [items, known] = [new Map(list.items), new Map(list.known)]
  const states: (readonly [string, SharedItem | null])[] = [
    ...changed.map((item) => [item.id, item] as const),
    ...removed.map((id) => [id, null] as const),
  ]
  for (const [id, item] of states) {
    if ((known.get(id)?.version ?? 0) > version) continue
    known.set(id, { version, item })
    put(items, id, item)
  }
  return settled({ ...list, items, known, ahead: new Set(list.ahead).add(version) })
}

/** Whether a change between two received ones is missing. */
export function hasGap(list: SharedList): boolean {
  return list.ahead.size > 0
}

/** Advances `version` past the changes that arrived without a gap. */
function settled(list: SharedList): SharedList {
  let { version } = list
  const ahead = new Set(list.ahead)
  while (ahead.delete(version + 1)) version += 1
  const known = new Map([...list.known].filter((entry) => entry[1].version > version))
  return { ...list, version, ahead, known }
}

function put(items: Map<string, SharedItem>, id: string, item: SharedItem | null): void {
  if (item === null) items.delete(id)
  else items.set(id, item)
}

/** Pending changes with another one; of contradicting changes of an item the later wins. */
export function withPending(pending: readonly ItemChange[], change: ItemChange): ItemChange[] {
  const before = pending.find(({ id }) => id === change.id)
  return [...pending.filter(({ id }) => id !== change.id), { ...before, ...change }]
}

/** Pending changes without those that were sent and have not changed since. */
export function withoutSent(pending: readonly ItemChange[], sent: readonly ItemChange[]): ItemChange[] {
  return pending.filter((change) => !sent.includes(change))
}

/** The items for display: with pending changes, ordered by text. */
export function shownItems(
  items: ReadonlyMap<string, SharedItem>,
  pending: readonly ItemChange[],
  locale: string,
): SharedItem[] {
  const shown = new Map(items)
  for (const { id, text, aisle, language: of, done, removed } of pending) {
    const item = shown.get(id)
    if (removed === true) shown.delete(id)
    else if (item !== undefined) shown.set(id, done === undefined ? item : { ...item, done })
    else if (text !== undefined)
      shown.set(id, { id, text, aisle: aisle ?? 'other', language: of ?? null, done: done === true })
  }
  const { compare } = new Intl.Collator(locale)
  return [...shown.values()].sort((one, other) => compare(one.text, other.text))
}
