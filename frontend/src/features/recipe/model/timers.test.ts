import { expect, it } from 'vitest'
import {
  clockOf,
  extendTimer,
  isOver,
  leftOf,
  MAX_TIMERS,
  pauseTimer,
  recent,
  removeTimer,
  resumeTimer,
  startTimer,
  TIMERS,
  type Timer,
} from './timers'

const about = { id: 'a', recipeId: 'r', label: '20 minutes', step: 3, seconds: 1200 }
const only = ([timer]: readonly Timer[]): Timer => {
  if (timer === undefined) throw new Error('no timer')
  return timer
}

it('keeps its end time across reloads', () => {
  const timers = TIMERS(JSON.parse(JSON.stringify(startTimer([], about, 1_000)))) ?? []
  expect(leftOf(only(timers), 1_000)).toBe(1_200_000)
  expect(leftOf(only(timers), 601_000)).toBe(600_000)
  expect(isOver(only(timers), 1_200_999)).toBe(false)
  expect(isOver(only(timers), 1_201_000)).toBe(true)
  expect(leftOf(only(timers), 9_999_999)).toBe(0)
})

it('stops while paused', () => {
  const paused = pauseTimer(startTimer([], about, 0), 'a', 200_000)
  expect(leftOf(only(paused), 5_000_000)).toBe(1_000_000)
  expect(isOver(only(paused), 5_000_000)).toBe(false)
  expect(leftOf(only(resumeTimer(paused, 'a', 5_000_000)), 5_400_000)).toBe(600_000)
})

it('can be extended, running, paused or finished', () => {
  const running = startTimer([], about, 0)
  expect(leftOf(only(extendTimer(running, 'a', 60, 600_000)), 600_000)).toBe(660_000)
  expect(leftOf(only(extendTimer(running, 'a', 60, 2_000_000)), 2_000_000)).toBe(60_000)
  expect(leftOf(only(extendTimer(pauseTimer(running, 'a', 0), 'a', 60, 9)), 9)).toBe(1_260_000)
})

it('several run at once, up to a limit', () => {
  const many = Array.from({ length: MAX_TIMERS + 3 }, (_, index) => String(index)).reduce<readonly Timer[]>(
    (timers, id) => startTimer(timers, { ...about, id }, 0),
    [],
  )
  expect(many).toHaveLength(MAX_TIMERS)
  expect(removeTimer(many, '5')).toHaveLength(MAX_TIMERS - 1)
})

it('stored timers are validated, and old ones dropped', () => {
  expect(
    TIMERS([null, 3, {}, { ...about, endsAt: 'soon', leftMs: 0 }, { ...about, endsAt: null, leftMs: 5 }]),
  ).toHaveLength(1)
  expect(TIMERS('timers')).toBeUndefined()
  expect(recent(startTimer([], about, 0), 13 * 3_600_000 + 1_200_000)).toEqual([])
  expect(recent(startTimer([], about, 0), 3_600_000)).toHaveLength(1)
})

it.each([
  [0, '0:00'],
  [1, '0:01'],
  [9_000, '0:09'],
  [65_000, '1:05'],
  [3_723_000, '1:02:03'],
])('%d ms are shown as %s', (ms, expected) => {
  expect(clockOf(ms)).toBe(expected)
})
