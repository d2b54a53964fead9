import { createPath, type Location, NavigationType, type Navigator, parsePath, type To } from 'react-router'
import { isGuarded, passGate } from './history-gate'

/** Where the app is, and how it came there. */
export interface Place {
  readonly location: Location
  readonly navigationType: NavigationType
}

/** What the router moves by, and hears of every move from. */
export interface BrowserHistory extends Navigator {
  readonly place: () => Place
  /**
   * Tells of every move, the browser's own back and forward among them.
   *
   * @returns ends it.
   */
  readonly listen: (onMove: (place: Place) => void) => () => void
}

/** What the browser keeps with an entry: the page's own state, its key, its number among the app's entries. */
interface Entry {
  readonly usr?: unknown
  readonly key?: unknown
  readonly idx?: unknown
}

/**
 * The browser's history, as react-router's `BrowserRouter` keeps it (the same state beside every entry), with a gate:
 * whoever has closed `history-gate` is asked before a move. Paths have their language's prefix here; the router's
 * basename puts it before them and takes it off.
 */
export function browserHistory(): BrowserHistory {
  let navigationType: NavigationType = NavigationType.Pop
  let onMove: ((place: Place) => void) | null = null
  /** The number of the entry that is shown. */
  let shown = numberOf(entry()) ?? 0
  number(shown)
  /** The move that was taken back, while the browser is on its way back. */
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
      // Safari takes a hundred entries in half a minute and no more. The page is loaded anew instead.
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
      // A fragment of this page: the browser made the entry itself, and nothing is left behind.
      shown += 1
      number(shown)
    } else {
      const steps = arrived - shown
      if (steps !== 0 && isGuarded()) {
        // The browser has moved already, and nobody must see it: it goes back first, and they are asked then.
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

/** Gives the entry that is shown its number; what else is kept with it stays. */
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

/** A new entry's location. What an address does not say of its path stays; its query and fragment do not. */
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

/** An address as the browser writes it, in full. A path that begins with two slashes is a path, no other host. */
function createURL(to: To): URL {
  const { origin } = window.location
  // The browser would drop a last space.
  const href = createHref(to).replace(/ $/, '%20')
  return new URL(/^[\\/]{2}/.test(href) ? origin + href : href, origin)
}
