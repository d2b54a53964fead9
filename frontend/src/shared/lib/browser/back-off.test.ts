import { expect, it } from 'vitest'
import { backOffMs } from './back-off'

it('back-off doubles up to its maximum, with jitter in the upper half', () => {
  expect([0, 1, 2, 3, 9].map((attempt) => backOffMs(attempt, 500, 4000, 0))).toEqual([250, 500, 1000, 2000, 2000])
  expect([0, 1, 2, 3, 9].map((attempt) => backOffMs(attempt, 500, 4000, 0.999))).toEqual([500, 1000, 1999, 3998, 3998])
})
