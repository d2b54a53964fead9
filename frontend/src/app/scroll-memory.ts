import { fittingOf, number, pairOf, text } from '../shared/lib/browser/schema'
import { type StorageArea, tabStorage } from '../shared/lib/browser/storage'
import { json, StoredValue } from '../shared/lib/browser/stored-value'

const KEY = 'zest.scroll'
const MAX_PLACES = 50
/** Maximum time to wait for the page to reach its former height. */
const GROWING_MS = 10_000
const GESTURES = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const

/** Scroll position of each history entry. */
export class ScrollMemory {
  readonly #stored: StoredValue<readonly (readonly [string, number])[]>
  readonly #tops: Map<string, number>

  constructor(storage: StorageArea = tabStorage()) {
    this.#stored = new StoredValue(KEY, json(fittingOf(pairOf(text, number))), [], storage)
    this.#tops = new Map(this.#stored.read())
  }

  note(place: string, top: number): void {
    // Deleted first, so that the newest entry is last.
    this.#tops.delete(place)
    this.#tops.set(place, Math.round(top))
  }

  of(place: string): number {
    return this.#tops.get(place) ?? 0
  }

  save(): void {
    this.#stored.write([...this.#tops].slice(-MAX_PLACES))
  }
}

/**
 * Scrolls to `top` now, and again as the page grows, until it is reached, the user scrolls, or `GROWING_MS` have
 * passed.
 *
 * @returns a function that stops it.
 */
export function scrollBackTo(top: number): () => void {
  scrollTo(0, top)
  if (reached(top)) return () => undefined
  const observer = new ResizeObserver(() => {
    scrollTo(0, top)
    if (reached(top)) stop()
  })
  const stop = () => {
    observer.disconnect()
    clearTimeout(timer)
    for (const event of GESTURES) removeEventListener(event, stop)
  }
  const timer = setTimeout(stop, GROWING_MS)
  observer.observe(document.body)
  for (const event of GESTURES) addEventListener(event, stop, { passive: true })
  return stop
}

function reached(top: number): boolean {
  return document.documentElement.scrollHeight - innerHeight >= top
}
