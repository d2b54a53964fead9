import { beforeEach, expect, it, vi } from 'vitest'
import { Problem } from '../../lib/errors'
import type { MarkChanges } from '../../lib/recipe/marks'
import { PendingMarks, type PendingMarksHooks } from './pending-marks'

const ID = '0'.repeat(32)
const send = vi.fn<PendingMarksHooks['send']>()
const onChange = vi.fn()
const versionOf = vi.fn<PendingMarksHooks['versionOf']>()

function marks(): PendingMarks {
  return new PendingMarks('zest.marks.', localStorage, { send, onChange, versionOf })
}

beforeEach(() => {
  localStorage.clear()
  send.mockReset()
  onChange.mockReset()
  versionOf.mockReset()
})

it('shows a mark at once and until the list contains it', async () => {
  const pending = marks()
  send.mockResolvedValueOnce(7)
  const sent = pending.put(ID, { favourite: true })
  expect(pending.shown.get(ID)).toEqual({ favourite: true })
  await sent
  expect(send).toHaveBeenCalledExactlyOnceWith(ID, { favourite: true })
  versionOf.mockReturnValue(6)
  pending.settle()
  expect(pending.shown.get(ID)).toEqual({ favourite: true })
  versionOf.mockReturnValue(7)
  pending.settle()
  expect(pending.shown.size).toBe(0)
  expect(localStorage.length).toBe(0)
})

it('sends changes made during a call afterwards, and the last value wins', async () => {
  const pending = marks()
  let answer: (version: number) => void = () => undefined
  send.mockReturnValueOnce(new Promise((resolve) => (answer = resolve))).mockResolvedValueOnce(9)
  const first = pending.put(ID, { rating: 2, favourite: true })
  await pending.put(ID, { rating: 5 })
  expect(send).toHaveBeenCalledTimes(1)
  answer(8)
  await first
  expect(send).toHaveBeenLastCalledWith(ID, { rating: 5 })
  expect(pending.shown.get(ID)).toEqual({ rating: 5, favourite: true })
})

it('keeps marks offline across a reload and sends them on reconnection', async () => {
  send.mockRejectedValueOnce(new Problem('OFFLINE'))
  await marks().put(ID, { collections: ['Noël'], rating: null })
  const later = marks()
  expect(later.shown.get(ID)).toEqual({ collections: ['Noël'], rating: null })
  send.mockResolvedValueOnce(2)
  later.sendAll()
  await vi.waitFor(() => expect(localStorage.length).toBe(0))
  expect(send).toHaveBeenLastCalledWith(ID, { collections: ['Noël'], rating: null })
})

it('reverts a refused mark and rejects', async () => {
  const pending = marks()
  send.mockRejectedValueOnce(new Problem('UNAUTHORIZED'))
  await expect(pending.put(ID, { favourite: true })).rejects.toThrow('UNAUTHORIZED')
  expect(pending.shown.size).toBe(0)
  expect(localStorage.length).toBe(0)
})

it('retries when the server is busy', async () => {
  vi.useFakeTimers()
  const pending = marks()
  send.mockRejectedValueOnce(new Problem('BUSY')).mockResolvedValueOnce(3)
  await pending.put(ID, { favourite: true })
  expect(pending.shown.get(ID)).toEqual({ favourite: true })
  await vi.runAllTimersAsync()
  expect(send).toHaveBeenCalledTimes(2)
  vi.useRealTimers()
})

it('hides marks of the former caller', async () => {
  const pending = marks()
  let answer: (version: number) => void = () => undefined
  send.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)))
  const sent = pending.put(ID, { favourite: true })
  localStorage.clear()
  pending.restart()
  expect(pending.shown.size).toBe(0)
  answer(4)
  await sent
  expect([pending.shown.size, localStorage.length]).toEqual([0, 0])
})

it('ignores stored values it cannot parse', () => {
  const stored = { id: ID, changes: { favourite: 'yes', rating: 3, collections: ['a', 5], madeOn: {}, title: 'x' } }
  localStorage.setItem(`zest.marks.${ID}`, JSON.stringify(stored))
  localStorage.setItem('zest.marks.damaged', '{')
  const expected: MarkChanges = { rating: 3, collections: ['a'] }
  expect([...marks().shown]).toStrictEqual([[ID, expected]])
})

it('shows marks on many recipes at once, sends a few at a time and reports progress', async () => {
  const ids = Array.from({ length: 9 }, (_, place) => String(place).padStart(32, '0'))
  const ends: ((version: number) => void)[] = []
  send.mockImplementation(() => new Promise((resolve) => ends.push(resolve)))
  const pending = marks()
  const reported: number[] = []
  const all = pending.putAll(new Map(ids.map((id) => [id, { collections: ['Christmas'] }])), (done) =>
    reported.push(done),
  )
  expect(onChange).toHaveBeenCalledTimes(1)
  expect(pending.shown.size).toBe(9)
  // All marks are stored, so a closed page loses none.
  expect(marks().shown.size).toBe(9)
  expect(send).toHaveBeenCalledTimes(4)
  while (reported.length < ids.length) {
    await expect.poll(() => ends.length).toBeGreaterThan(0)
    expect(ends.length).toBeLessThanOrEqual(4)
    const before = reported.length
    ends.shift()?.(2)
    await expect.poll(() => reported.length).toBe(before + 1)
  }
  await all
  expect(reported).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
  expect(send).toHaveBeenCalledTimes(9)
})

it('continues with the others after a refusal and rejects at the end', async () => {
  const other = '1'.repeat(32)
  send.mockRejectedValueOnce(new Problem('RECIPE_NOT_FOUND')).mockResolvedValueOnce(3)
  const pending = marks()
  const both = new Map([ID, other].map((id) => [id, { favourite: true }]))
  await expect(pending.putAll(both)).rejects.toThrow('RECIPE_NOT_FOUND')
  expect([...pending.shown.keys()]).toEqual([other])
})
