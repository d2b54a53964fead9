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
export const ASIDE_KEY = 'zest.aside'
/** Where the bytes of uploads wait (`api/upload-memory`): the one thing of a person that lies in no `Storage`. */
export const UPLOAD_DATABASE = 'zest-uploads'
/** What the sign-in library keeps in the same storage. */
const LIBRARY_PREFIXES = ['CognitoIdentityServiceProvider.', 'com.amplify.']

/** Forgets everything personal of ours: for a sign-out, in both storages. */
export function forgetPersonalData(storage: Storage): void {
  for (const key of keysOf(storage)) if (isPersonal(key)) storage.removeItem(key)
}

/** Forgets what the sign-in library keeps: it clears its tokens by itself, but not whatever else it has written. */
export function forgetLibraryData(storage: Storage): void {
  for (const key of keysOf(storage)) if (isLibrarys(key)) storage.removeItem(key)
}

/** Forgets the bytes of uploads. An open page lets go of them. */
export function forgetUploadedBytes(): void {
  // A browser that keeps nothing has nothing to forget.
  if (typeof indexedDB !== 'undefined') indexedDB.deleteDatabase(UPLOAD_DATABASE)
}

/**
 * Before anything is read: when a member's session ended without a sign-out, their data wait aside, so that a guest
 * neither sees nor sends them.
 */
export function setAsideWhatAnEndedSessionLeft(storage: Storage): void {
  const sub = storage.getItem(MEMBER_KEY)
  if (sub === null || keysOf(storage).some((key) => isLibrarys(key) && key.endsWith('.LastAuthUser'))) return
  const entries = personalEntries(storage)
  for (const [key] of entries) storage.removeItem(key)
  storage.removeItem(MEMBER_KEY)
  put(storage, ASIDE_KEY, JSON.stringify({ sub, entries }))
}

/** When a member is known: brings back what waited for them, and forgets what waited for or belonged to another. */
export function takeOver(storage: Storage, sub: string): void {
  const aside = readAside(storage.getItem(ASIDE_KEY))
  storage.removeItem(ASIDE_KEY)
  const keeper = storage.getItem(MEMBER_KEY)
  if ((keeper !== null && keeper !== sub) || (aside !== null && aside.sub !== sub)) forgetUploadedBytes()
  if (keeper !== null && keeper !== sub) for (const [key] of personalEntries(storage)) storage.removeItem(key)
  if (aside?.sub === sub) {
    for (const [key, value] of aside.entries) {
      if (isPersonal(key) && storage.getItem(key) === null) put(storage, key, value)
    }
  }
  put(storage, MEMBER_KEY, sub)
}

function isPersonal(key: string): boolean {
  return key.startsWith(OURS) && !DEVICE_KEYS.some((device) => key === device || key.startsWith(`${device}:`))
}

function isLibrarys(key: string): boolean {
  return LIBRARY_PREFIXES.some((prefix) => key.startsWith(prefix))
}

function personalEntries(storage: Storage): [string, string][] {
  return keysOf(storage)
    .filter((key) => isPersonal(key) && key !== MEMBER_KEY && key !== ASIDE_KEY)
    .map((key) => [key, storage.getItem(key) ?? ''])
}

function keysOf(storage: Storage): string[] {
  return Array.from({ length: storage.length }, (_, index) => storage.key(index)).filter((key) => key !== null)
}

function put(storage: Storage, key: string, value: string): void {
  try {
    storage.setItem(key, value)
  } catch {
    // A full storage loses a memory, never somebody else's secret.
  }
}

function readAside(stored: string | null): { sub: string; entries: [string, string][] } | null {
  if (stored === null) return null
  try {
    const value: unknown = JSON.parse(stored)
    if (typeof value !== 'object' || value === null) return null
    const { sub, entries } = value as Record<string, unknown>
    if (typeof sub !== 'string' || !Array.isArray(entries)) return null
    return { sub, entries: entries.filter(isEntry) }
  } catch {
    return null
  }
}

function isEntry(entry: unknown): entry is [string, string] {
  return Array.isArray(entry) && entry.length === 2 && entry.every((part) => typeof part === 'string')
}
