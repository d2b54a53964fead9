import { useCallback, useMemo, useSyncExternalStore } from 'react'
import { NO_TICKS, noteCooked, storedTicks, type Ticks, toggled } from '../model/ticks'

export interface TicksState {
  readonly ticks: Ticks
  readonly isDone: (key: string) => boolean
  readonly toggle: (key: string) => void
  readonly setStep: (step: number) => void
  readonly setAll: (all: boolean) => void
  readonly startOver: () => void
}

/** Ticks of a recipe, stored on this device and shared with its other tabs. */
export function useTicks(id: string): TicksState {
  const stored = useMemo(() => storedTicks(id), [id])
  const ticks = useSyncExternalStore(stored.subscribe, stored.read)
  const change = useCallback(
    (next: Ticks) => {
      if (stored.read() === NO_TICKS || stored.read().done.length === 0) noteCooked(id)
      stored.write(next)
    },
    [stored, id],
  )
  return useMemo(() => {
    const done = new Set(ticks.done)
    return {
      ticks,
      isDone: (key) => done.has(key),
      toggle: (key) => change(toggled(stored.read(), key)),
      setStep: (step) => change({ ...stored.read(), step }),
      setAll: (all) => change({ ...stored.read(), all }),
      startOver: () => change({ ...stored.read(), done: [], step: 0 }),
    }
  }, [ticks, change, stored])
}
