import { fittingOf, objectOf, pairOf, type Schema, text } from '../browser/schema'
import { keysOf, readText, removeText, type StorageArea, writeText } from '../browser/storage'
import { json, plain, StoredValue } from '../browser/stored-value'
import { KEPT_DATABASE, KEPT_PICTURES, SHARED_THINGS } from '../offline/kept-names'
import { isOfSignInLibrary, isSessionExpired, MEMBER_KEY } from './owner'

/**
 * Personal data in the browser: submissions, drafts, deletions. Devices may be shared, so a sign-out deletes it, and
 * data of an expired session is set aside for its owner. Device settings are kept.
 */
const OURS = 'zest.'
const DEVICE_KEYS: readonly string[] = ['zest.look', 'zest.list.view', 'zest.units', 'zest.reloaded']
/** Prefixes of stored imports, edits and marks that the server does not have. */
const UNSENT = ['zest.submission.', 'zest.edit.', 'zest.marks.']
const ASIDE_KEY = 'zest.aside'
/** Database of upload bytes (`shared/api/uploads/upload-storage`). */
export const UPLOAD_DATABASE = 'zest-uploads'
/** The queue of a batch of addresses, and the key of its size (`shared/lib/importing/batch-flag`). */
export const BATCH_DATABASE = 'zest-batch'
export const BATCH_KEY = 'zest.batch'

interface Aside {
  readonly sub: string
  readonly entries: readonly (readonly [string, string])[]
}

const ASIDE: Schema<Aside> = objectOf({ sub: text, entries: fittingOf(pairOf(text, text)) })

/** Deletes all personal data of the app; call it for both storages on sign-out. */
export function forgetPersonalData(storage: StorageArea): void {
  for (const key of keysOf(storage)) if (isPersonal(key)) removeText(storage, key)
}

/** Counts imports and changes that wait to be sent. A sign-out deletes them. */
export function countUnsent(storage: StorageArea): number {
  const waiting = Number(readText(storage, BATCH_KEY) ?? 0)
  return keysOf(storage).filter((key) => UNSENT.some((prefix) => key.startsWith(prefix))).length + waiting
}

/** Deletes data of the sign-in library. The library only removes its tokens. */
export function forgetLibraryData(storage: StorageArea): void {
  for (const key of keysOf(storage)) if (isOfSignInLibrary(key)) removeText(storage, key)
}

/** Deletes upload bytes, batches, offline recipes and unused shared files. Open pages close their connections. */
export function forgetKeptFiles(): void {
  // Storage may not be available.
  if (typeof indexedDB !== 'undefined')
    for (const name of [UPLOAD_DATABASE, BATCH_DATABASE, KEPT_DATABASE]) indexedDB.deleteDatabase(name)
  if (typeof caches !== 'undefined')
    for (const name of [KEPT_PICTURES, SHARED_THINGS]) caches.delete(name).catch(() => false)
}

/**
 * Called before any read. If a member's session has expired, sets the data aside, so that a guest neither sees nor
 * sends it.
 */
export function setAsideWhatAnEndedSessionLeft(storage: StorageArea): void {
  const member = memberOf(storage)
  const sub = member.read()
  if (sub === null || !isSessionExpired(storage)) return
  const entries = personalEntries(storage)
  for (const [key] of entries) removeText(storage, key)
  member.clear()
  // If storage is full, the data is lost rather than exposed.
  asideOf(storage).write({ sub, entries })
}

/** Called when a member is known: restores the member's set-aside data and deletes data of others. */
export function takeOver(storage: StorageArea, sub: string): void {
  const [storedAside, member] = [asideOf(storage), memberOf(storage)]
  const [aside, keeper] = [storedAside.read(), member.read()]
  storedAside.clear()
  if ((keeper !== null && keeper !== sub) || (aside !== null && aside.sub !== sub)) forgetKeptFiles()
  if (keeper !== null && keeper !== sub) for (const [key] of personalEntries(storage)) removeText(storage, key)
  if (aside?.sub === sub) {
    for (const [key, value] of aside.entries) {
      if (isPersonal(key) && readText(storage, key) === null) writeText(storage, key, value)
    }
  }
  member.write(sub)
}

/** Whether set-aside data mentions this id. */
export function isSetAside(storage: StorageArea, id: string): boolean {
  return readText(storage, ASIDE_KEY)?.includes(id) === true
}

function memberOf(storage: StorageArea): StoredValue<string, null> {
  return new StoredValue(MEMBER_KEY, plain(text), null, storage)
}

function asideOf(storage: StorageArea): StoredValue<Aside, null> {
  return new StoredValue(ASIDE_KEY, json(ASIDE), null, storage)
}

function isPersonal(key: string): boolean {
  return key.startsWith(OURS) && !DEVICE_KEYS.some((device) => key === device || key.startsWith(`${device}:`))
}

function personalEntries(storage: StorageArea): [string, string][] {
  return keysOf(storage)
    .filter((key) => isPersonal(key) && key !== MEMBER_KEY && key !== ASIDE_KEY)
    .map((key) => [key, readText(storage, key) ?? ''])
}
