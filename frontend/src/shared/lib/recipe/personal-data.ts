import { fittingOf, objectOf, pairOf, type Schema, text } from '../browser/schema'
import { keysOf, readText, removeText, type StorageArea, writeText } from '../browser/storage'
import { json, plain, StoredValue } from '../browser/stored-value'
import { KEPT_DATABASE, KEPT_PICTURES, SHARED_THINGS } from '../offline/kept-names'

/**
 * What this browser keeps of a person: recipes on their way, drafts, wishes. Two people may share a device, so none of
 * it outlives a sign-out, and what a session that ended by itself left behind waits for its owner. How the device
 * looks is nobody's in particular and stays.
 */
const OURS = 'zest.'
/** Of the device, not of a person. */
const DEVICE_KEYS: readonly string[] = ['zest.look', 'zest.list.view', 'zest.units', 'zest.reloaded']
/** Whose data this browser keeps; absent while they are a guest's. */
const MEMBER_KEY = 'zest.member'
const ASIDE_KEY = 'zest.aside'
/** Where the bytes of uploads wait (`shared/api/uploads/upload-storage`): beside the recipes of `features/offline`, all of a person that lies in no `Storage`. */
export const UPLOAD_DATABASE = 'zest-uploads'
/** What the sign-in library keeps in the same storage. */
const LIBRARY_PREFIXES = ['CognitoIdentityServiceProvider.', 'com.amplify.']

interface Aside {
  readonly sub: string
  /** Keys and their texts. */
  readonly entries: readonly (readonly [string, string])[]
}

const ASIDE: Schema<Aside> = objectOf({ sub: text, entries: fittingOf(pairOf(text, text)) })

/** Forgets everything personal of ours: for a sign-out, in both storages. */
export function forgetPersonalData(storage: StorageArea): void {
  for (const key of keysOf(storage)) if (isPersonal(key)) removeText(storage, key)
}

/** Forgets what the sign-in library keeps: it clears its tokens by itself, but not whatever else it has written. */
export function forgetLibraryData(storage: StorageArea): void {
  for (const key of keysOf(storage)) if (isLibrarys(key)) removeText(storage, key)
}

/**
 * Forgets the bytes of uploads, the recipes that are kept for a time without a network, and what was shared and not taken up. An
 * open page lets go of them.
 */
export function forgetKeptFiles(): void {
  // A browser that keeps nothing has nothing to forget.
  if (typeof indexedDB !== 'undefined')
    for (const name of [UPLOAD_DATABASE, KEPT_DATABASE]) indexedDB.deleteDatabase(name)
  if (typeof caches !== 'undefined')
    for (const name of [KEPT_PICTURES, SHARED_THINGS]) caches.delete(name).catch(() => false)
}

/** Whose recipes this browser shows: a member's sub, or "guest". */
export function ownerHere(storage: StorageArea): string {
  return memberOf(storage).read() ?? 'guest'
}

/**
 * Before anything is read: when a member's session ended without a sign-out, their data wait aside, so that a guest
 * neither sees nor sends them.
 */
export function setAsideWhatAnEndedSessionLeft(storage: StorageArea): void {
  const member = memberOf(storage)
  const sub = member.read()
  if (sub === null || keysOf(storage).some((key) => isLibrarys(key) && key.endsWith('.LastAuthUser'))) return
  const entries = personalEntries(storage)
  for (const [key] of entries) removeText(storage, key)
  member.clear()
  // A full storage loses a memory, never somebody else's secret.
  asideOf(storage).write({ sub, entries })
}

/** When a member is known: brings back what waited for them, and forgets what waited for or belonged to another. */
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

/** Whether what waits for its owner has to do with a recipe. */
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

function isLibrarys(key: string): boolean {
  return LIBRARY_PREFIXES.some((prefix) => key.startsWith(prefix))
}

function personalEntries(storage: StorageArea): [string, string][] {
  return keysOf(storage)
    .filter((key) => isPersonal(key) && key !== MEMBER_KEY && key !== ASIDE_KEY)
    .map((key) => [key, readText(storage, key) ?? ''])
}
