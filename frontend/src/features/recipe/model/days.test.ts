import fc from 'fast-check'
import { expect, it } from 'vitest'
import { dayOf, MAX_DAYS, noonOf, withDay } from './days'

it('is the local date', () => {
  expect(dayOf(new Date(2026, 10, 2, 23, 59))).toBe('2026-11-02')
  expect(dayOf(new Date(2026, 0, 1, 0, 0))).toBe('2026-01-01')
})

it('are unique, latest first, and limited like on the server', () => {
  const day = fc.date({ min: new Date(2000, 0, 1), max: new Date(2026, 0, 1), noInvalidDate: true }).map(dayOf)
  fc.assert(
    fc.property(fc.array(day, { maxLength: 250 }), day, (days, another) => {
      const all = withDay(days, another)
      expect(all).toEqual([...new Set([...days, another])].sort().reverse().slice(0, MAX_DAYS))
      expect(withDay(all, all[0] ?? another)).toEqual(all)
    }),
  )
})

it('is formatted as the same date in every time zone', () => {
  const format = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' })
  expect(format.format(noonOf('2026-11-22'))).toBe('November 22, 2026')
})
