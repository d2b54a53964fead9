/*
 * Kitchen timers. A running timer stores its end time, so it survives reload and sleep. Pure: the time is an argument.
 */

import { fittingOf, nullable, number, objectOf, type Schema, textUpTo } from '../../../shared/lib/browser/schema'

export interface Timer {
  readonly id: string
  readonly recipeId: string
  /** Label from the recipe's text: "simmer for 20 minutes". */
  readonly label: string
  /** Step number, from 1. */
  readonly step: number
  readonly seconds: number
  /** End in ms since the epoch; null while paused. */
  readonly endsAt: number | null
  /** Remaining ms of a paused timer. */
  readonly leftMs: number
}

/** Maximum number of timers. */
export const MAX_TIMERS = 12
/** Age after which a finished timer is dropped. */
const FORGOTTEN_AFTER_MS = 12 * 3600 * 1000

export function startTimer(
  timers: readonly Timer[],
  timer: Pick<Timer, 'id' | 'recipeId' | 'label' | 'step' | 'seconds'>,
  now: number,
): readonly Timer[] {
  const leftMs = timer.seconds * 1000
  return [...timers, { ...timer, endsAt: now + leftMs, leftMs }].slice(-MAX_TIMERS)
}

export const leftOf = ({ endsAt, leftMs }: Timer, now: number): number =>
  endsAt === null ? leftMs : Math.max(0, endsAt - now)

export const isOver = (timer: Timer, now: number): boolean => timer.endsAt !== null && timer.endsAt <= now

export function pauseTimer(timers: readonly Timer[], id: string, now: number): readonly Timer[] {
  return changed(timers, id, (timer) => ({ ...timer, endsAt: null, leftMs: leftOf(timer, now) }))
}

export function resumeTimer(timers: readonly Timer[], id: string, now: number): readonly Timer[] {
  return changed(timers, id, (timer) => (timer.endsAt === null ? { ...timer, endsAt: now + timer.leftMs } : timer))
}

/** Extends a timer, from now if it is finished. */
export function extendTimer(timers: readonly Timer[], id: string, seconds: number, now: number): readonly Timer[] {
  return changed(timers, id, (timer) => {
    const leftMs = leftOf(timer, now) + seconds * 1000
    return timer.endsAt === null ? { ...timer, leftMs } : { ...timer, endsAt: now + leftMs, leftMs }
  })
}

export function removeTimer(timers: readonly Timer[], id: string): readonly Timer[] {
  return timers.filter((timer) => timer.id !== id)
}

const shortText = textUpTo(300)
const TIMER: Schema<Timer> = objectOf({
  id: shortText,
  recipeId: shortText,
  label: shortText,
  step: number,
  seconds: number,
  endsAt: nullable(number),
  leftMs: number,
})

/** Stored timers; invalid ones are dropped. */
export const TIMERS: Schema<readonly Timer[]> = (value) => fittingOf(TIMER)(value)?.slice(0, MAX_TIMERS)

/** Drops timers that finished long ago. */
export function recent(timers: readonly Timer[], now: number): readonly Timer[] {
  return timers.filter(({ endsAt }) => endsAt === null || endsAt > now - FORGOTTEN_AFTER_MS)
}

/** Formats a duration, rounded up to a second: "1:02:03", "12:05", "0:09". */
export function clockOf(ms: number): string {
  const all = Math.ceil(ms / 1000)
  const [hours, minutes, seconds] = [Math.floor(all / 3600), Math.floor(all / 60) % 60, all % 60]
  const two = (part: number) => String(part).padStart(2, '0')
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`
}

function changed(timers: readonly Timer[], id: string, change: (timer: Timer) => Timer): readonly Timer[] {
  return timers.map((timer) => (timer.id === id ? change(timer) : timer))
}
