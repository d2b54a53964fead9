import { useCallback, useMemo, useSyncExternalStore } from 'react'
import { keptTicks, NO_TICKS, noteCooked, type Ticks, toggled } from '../../lib/ticks'

export interface TicksState {
  readonly ticks: Ticks
  readonly isDone: (key: string) => boolean
  readonly toggle: (key: string) => void
  readonly setStep: (step: number) => void
  readonly setAll: (all: boolean) => void
  /** Nothing is done any more. */
  readonly startOver: () => void
}

/** What of a recipe is done, kept on this device through reloads and told to its other tabs. */
export function useTicks(id: string): TicksState {
  const kept = useMemo(() => keptTicks(id), [id])
  const ticks = useSyncExternalStore(kept.subscribe, kept.get)
  const change = useCallback(
    (next: Ticks) => {
      if (kept.get() === NO_TICKS || kept.get().done.length === 0) noteCooked(id)
      kept.set(next)
    },
    [kept, id],
  )
  return useMemo(() => {
    const done = new Set(ticks.done)
    return {
      ticks,
      isDone: (key) => done.has(key),
      toggle: (key) => change(toggled(kept.get(), key)),
      setStep: (step) => change({ ...kept.get(), step }),
      setAll: (all) => change({ ...kept.get(), all }),
      startOver: () => change({ ...kept.get(), done: [], step: 0 }),
    }
  }, [ticks, change, kept])
}
