import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { json, StoredValue } from '../../../../shared/lib/browser/stored-value'
import { newRecipeId } from '../../../../shared/lib/recipe/recipe-id'
import {
  extendTimer,
  isOver,
  pauseTimer,
  recent,
  removeTimer,
  resumeTimer,
  startTimer,
  TIMERS,
  type Timer,
} from '../../model/timers'
import { prepareBell, ringBell } from './bell'

/** Timers of all recipes on this device, shared by all tabs. */
export const storedTimers = new StoredValue<readonly Timer[]>('zest.timers', json(TIMERS), [])

const TICK_MS = 500
const RING_EVERY_MS = 2500
/** Sound stops after this time; the display stays. */
const RING_FOR_MS = 60_000
const MORE_SECONDS = 60

export interface TimersState {
  readonly timers: readonly Timer[]
  readonly now: number
  readonly start: (timer: Pick<Timer, 'recipeId' | 'label' | 'step' | 'seconds'>) => void
  readonly pause: (id: string) => void
  readonly resume: (id: string) => void
  readonly extend: (id: string) => void
  readonly remove: (id: string) => void
}

export function useTimers(): TimersState {
  const stored = useSyncExternalStore(storedTimers.subscribe, storedTimers.read)
  const [now, setNow] = useState(() => Date.now())
  const timers = useMemo(() => recent(stored, now), [stored, now])
  const isRunning = timers.some(({ endsAt }) => endsAt !== null)
  useEffect(() => {
    if (!isRunning) return
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), TICK_MS)
    return () => clearInterval(timer)
  }, [isRunning])

  const rungAt = useRef(0)
  useEffect(() => {
    const isLoud = timers.some((timer) => isOver(timer, now) && now - (timer.endsAt ?? 0) < RING_FOR_MS)
    if (!isLoud || now - rungAt.current < RING_EVERY_MS) return
    rungAt.current = now
    ringBell()
  }, [timers, now])

  return useMemo(() => {
    const change = (how: (all: readonly Timer[], at: number) => readonly Timer[]) => {
      const at = Date.now()
      storedTimers.write(how(recent(storedTimers.read(), at), at))
      setNow(at)
    }
    return {
      timers,
      now,
      start: (timer) => {
        prepareBell()
        change((all, at) => startTimer(all, { ...timer, id: newRecipeId() }, at))
      },
      pause: (id) => change((all, at) => pauseTimer(all, id, at)),
      resume: (id) => {
        prepareBell()
        change((all, at) => resumeTimer(all, id, at))
      },
      extend: (id) => change((all, at) => extendTimer(all, id, MORE_SECONDS, at)),
      remove: (id) => change((all) => removeTimer(all, id)),
    }
  }, [timers, now])
}
