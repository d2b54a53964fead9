import { createPath, type Location, NavigationType, type Navigator, parsePath, type To } from 'react-router'
import { isGuarded, passGate } from './history-gate'

export interface Place {
  readonly location: Location
  readonly navigationType: NavigationType
}

/** A navigator for the router that also reports every move. */
export interface BrowserHistory extends Navigator {
  readonly place: () => Place
  /**
   * Subscribes to all moves, including the browser's back and forward.
   * @returns the unsubscribe function.
   */
  readonly listen: (onMove: (place: Place) => void) => () => void
}

/** State stored with a history entry: the page's state, the entry's key and its number in the app. */
interface Entry {
  readonly usr?: unknown
  readonly key?: unknown
  readonly idx?: unknown
}

/**
 * The browser's history in the format of react-router's `BrowserRouter`, plus navigation guards (`history-gate`). Paths
 * include the language prefix; the router's basename handles it.
 */
export function browserHistory(): BrowserHistory {
  let navigationType: NavigationType = NavigationType.Pop
  let onMove: ((place: Place) => void) | null = null
  /** Number of the current entry. */
  let shown = numberOf(entry()) ?? 0
  number(shown)
  /** Steps of a reverted move, while the browser is moving back. */
  let takenBack: number | null = null

  const place = () => ({ location: currentLocation(), navigationType })
  const tell = (how: NavigationType) => {
    navigationType = how
    onMove?.(place())
  }

  const push = (to: To, state?: unknown) => {
    const location = locationOf(to, state)
    try {
      history.pushState(stateOf(location, shown + 1), '', createPath(location))
    } catch (error) {
      if (error instanceof DOMException && error.name === 'DataCloneError') throw error
      // Safari rejects more than 100 entries in 30 seconds. Load the page instead.
      window.location.assign(createPath(location))
      return
    }
    shown += 1
    tell(NavigationType.Push)
  }
  const replace = (to: To, state?: unknown) => {
    const location = locationOf(to, state)
    history.replaceState(stateOf(location, shown), '', createPath(location))
    tell(NavigationType.Replace)
  }

  const onPop = () => {
    if (takenBack !== null) {
      const steps = takenBack
      takenBack = null
      passGate(() => history.go(steps))
      return
    }
    const arrived = numberOf(entry())
    if (arrived === null) {
      // A fragment of this page: the browser created the entry, and the page is not left.
      shown += 1
      number(shown)
    } else {
      const steps = arrived - shown
      if (steps !== 0 && isGuarded()) {
        // The browser has already moved: revert the move first, then ask the guard.
        takenBack = steps
        history.go(-steps)
        return
      }
      shown = arrived
    }
    tell(NavigationType.Pop)
  }

  return {
    place,
    listen: (listener) => {
      onMove = listener
      addEventListener('popstate', onPop)
      return () => {
        onMove = null
        removeEventListener('popstate', onPop)
      }
    },
    push: (to, state) => passGate(() => push(to, state)),
    replace: (to, state) => passGate(() => replace(to, state)),
    go: (steps) => history.go(steps),
    createHref,
    createURL,
    encodeLocation: (to) => {
      const { pathname, search, hash } = createURL(to)
      return { pathname, search, hash }
    },
  }
}

function entry(): Entry {
  const state: unknown = history.state
  return typeof state === 'object' && state !== null ? state : {}
}

function numberOf({ idx }: Entry): number | null {
  return typeof idx === 'number' ? idx : null
}

/** Stores the number of the current entry and keeps its other state. */
function number(idx: number): void {
  history.replaceState({ ...entry(), idx }, '')
}

function stateOf(location: Location, idx: number): Entry {
  return { usr: location.state, key: location.key, idx }
}

function currentLocation(): Location {
  const { pathname, search, hash } = window.location
  const { usr, key } = entry()
  return { pathname, search, hash, state: usr ?? null, key: typeof key === 'string' ? key : 'default' }
}

/** Location of a new entry. A missing path stays the same; a missing query or fragment is cleared. */
function locationOf(to: To, state: unknown): Location {
  const path = typeof to === 'string' ? parsePath(to) : to
  return {
    pathname: path.pathname ?? window.location.pathname,
    search: path.search ?? '',
    hash: path.hash ?? '',
    state: state ?? null,
    key: Math.random().toString(36).slice(2, 10),
  }
}

function createHref(to: To): string {
  return typeof to === 'string' ? to : createPath(to)
}

/** The full URL. A path that begins with two slashes stays a path, not a host. */
function createURL(to: To): URL {
  const { origin } = window.location
  // The URL parser would drop a trailing space.
  const href = createHref(to).replace(/ $/, '%20')
  return new URL(/^[\\/]{2}/.test(href) ? origin + href : href, origin)
}
