import { describe, expect, it } from 'vitest'
import { boughtCreditsIn, type CreditGrant, expiriesOf } from './credits'
import { readMetadata } from './metadata'

const NOW = Date.parse('2026-11-22T12:00:00Z')
const DAY = 24 * 60 * 60 * 1000
const at = (ms: number) => new Date(NOW + ms).toISOString()

const grant = (creditsRemaining: number, inMs: number, more: Partial<CreditGrant> = {}): CreditGrant => ({
  id: `${creditsRemaining} ${inMs}`,
  creditsRemaining,
  grantType: 'PURCHASE',
  expirationDate: at(inMs),
  expired: false,
  ...more,
})

describe('expiries', () => {
  it('are sorted by day, next first', () => {
    expect(expiriesOf([grant(5, 90 * DAY), grant(3, 31 * DAY), grant(2, 31 * DAY + 1000)], NOW)).toEqual([
      { at: at(31 * DAY), credits: 5, soon: false },
      { at: at(90 * DAY), credits: 5, soon: false },
    ])
  })

  it.each([
    [-1, []],
    [0, []],
    [1, [true]],
    [30 * DAY, [true]],
    [30 * DAY + 1, [false]],
  ])('of what expires in %d ms', (ms, soon) => {
    expect(expiriesOf([grant(1, ms)], NOW).map((expiry) => expiry.soon)).toEqual(soon)
  })

  it('omit grants that are used up or expired', () => {
    expect(expiriesOf([grant(0, DAY), grant(1, DAY, { expired: true })], NOW)).toEqual([])
  })
})

it('bought credits are the unused ones that were paid for', () => {
  const grants = [
    grant(4, DAY),
    grant(2, 2 * DAY),
    grant(8, DAY, { grantType: 'PROMOTIONAL' }),
    grant(16, -1),
    grant(32, DAY, { expired: true }),
  ]
  expect(boughtCreditsIn(grants, NOW)).toBe(6)
})

it.each([
  [null, {}],
  ['', {}],
  ['[]', {}],
  ['null', {}],
  ['{', {}],
  ['{"reason":"thanks","count":3,"who":"a"}', { reason: 'thanks', who: 'a' }],
])('the metadata %j', (json, expected) => {
  expect(readMetadata(json)).toEqual(expected)
})
