import { tabStorage } from '../browser/storage'
import { plain, StoredValue } from '../browser/stored-value'
import { parseUrl } from './parse-url'

const LONGEST = 2_000
/** Any origin serves to find out whether a path stays on it. */
const SOME_ORIGIN = 'https://zest.invalid'

/**
 * Where somebody wanted to go when they were asked to sign in. It lies in the tab's storage, where scripts of this
 * origin and the person themselves can write, so it is read as if a stranger had written it: it must never lead off
 * this origin.
 */
const destination = new StoredValue(
  'zest.auth-redirect',
  plain((value) => (typeof value === 'string' ? (safeDestination(value) ?? undefined) : undefined)),
  null,
  tabStorage(),
)

/** Keeps a path with its query and fragment until after the sign-in; what is no path of this origin is not kept. */
export function rememberDestination(path: string): void {
  const safe = safeDestination(path)
  if (safe !== null) destination.write(safe)
}

/** The destination, once: it is forgotten with the reading. Null when there is none worth following. */
export function takeDestination(): string | null {
  const path = destination.read()
  destination.clear()
  return path
}

/** The same path as browsers read it, if it starts with "/" and stays on this origin; null otherwise. */
export function safeDestination(path: string | null): string | null {
  if (path === null || path.length > LONGEST || !staysHere(path)) return null
  const url = parseUrl(path, SOME_ORIGIN)
  if (url?.origin !== SOME_ORIGIN) return null
  const normal = url.pathname + url.search + url.hash
  // Dots vanish on the way: "/.//host" became "//host".
  return staysHere(normal) ? normal : null
}

function staysHere(path: string): boolean {
  return path.startsWith('/') && !/^\/[/\\]/.test(path)
}
