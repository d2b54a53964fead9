import { expect, it } from 'vitest'
import { hoursAndMinutes } from './minutes'

it('minutes are split into hours and minutes', () => {
  expect(hoursAndMinutes(75)).toEqual({ hours: 1, minutes: 15 })
})
