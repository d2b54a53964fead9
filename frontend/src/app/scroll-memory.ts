const KEY = 'zest.scroll'
const MOST_PLACES = 50
/** How long a page may take to grow as tall as it was. */
const GROWING_MS = 3_000
const GESTURES = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const

/** Where each entry of the history was left, for as long as the tab is open. */
export class ScrollMemory {
  readonly #storage: Storage
  #tops: Map<string, number>

  constructor(storage: Storage) {
    this.#storage = storage
    this.#tops = new Map(read(storage))
  }

  note(place: string, top: number): void {
    // Set anew, so that the newest is last.
    this.#tops.delete(place)
    this.#tops.set(place, Math.round(top))
  }

  of(place: string): number {
    return this.#tops.get(place) ?? 0
  }

  /** Keeps what is known over a reload. */
  save(): void {
    try {
      this.#storage.setItem(KEY, JSON.stringify([...this.#tops].slice(-MOST_PLACES)))
    } catch {
      // A full storage costs a scroll position, no more.
    }
  }
}

function read(storage: Storage): Array<[string, number]> {
  try {
    const stored: unknown = JSON.parse(storage.getItem(KEY) ?? '[]')
    if (!Array.isArray(stored)) return []
    return stored.filter(
      (entry): entry is [string, number] =>
        Array.isArray(entry) && typeof entry[0] === 'string' && typeof entry[1] === 'number',
    )
  } catch {
    return []
  }
}

/**
 * Scrolls there now, and again while the page grows, until it is there or somebody moves.
 *
 * @returns what ends it.
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
