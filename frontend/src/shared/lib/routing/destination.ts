import { tabStorage } from '../browser/storage'
import { plain, StoredValue } from '../browser/stored-value'
import { parseUrl } from './parse-url'

const LONGEST = 2_000
/** Any origin, to check whether a path stays on it. */
const SOME_ORIGIN = 'https://zest.invalid'

/**
 * Destination after a sign-in. Other scripts and the user can write to the tab's storage, so the value is not trusted:
 * it must not lead to another origin.
 */
const destination = new StoredValue(
  'zest.auth-redirect',
  plain((value) => (typeof value === 'string' ? (safeDestination(value) ?? undefined) : undefined)),
  null,
  tabStorage(),
)

/** Stores a path with query and fragment; ignores anything that is not a path of this origin. */
export function rememberDestination(path: string): void {
  const safe = safeDestination(path)
  if (safe !== null) destination.write(safe)
}

/** Returns the destination and clears it. Null if there is no safe one. */
export function takeDestination(): string | null {
  const path = destination.read()
  destination.clear()
  return path
}

/** The normalized path if it starts with "/" and stays on this origin, otherwise null. */
export function safeDestination(path: string | null): string | null {
  if (path === null || path.length > LONGEST || !staysHere(path)) return null
  const url = parseUrl(path, SOME_ORIGIN)
  if (url?.origin !== SOME_ORIGIN) return null
  const normal = url.pathname + url.search + url.hash
  // Normalization may change the meaning: "/.//host" becomes "//host".
  return staysHere(normal) ? normal : null
}

function staysHere(path: string): boolean {
  return path.startsWith('/') && !/^\/[/\\]/.test(path)
}
