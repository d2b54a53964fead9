import { beforeEach, describe, expect, it } from 'vitest'
import { deviceStorage } from '../../../shared/lib/browser/storage'
import { PurchaseIds } from './purchase-id'

const HOUR = 60 * 60 * 1000
const NOW = Date.parse('2026-11-22T12:00:00Z')
const ONE = '1'.repeat(32)
const OTHER = '2'.repeat(32)

/** Another object over the same storage, as in another tab. */
const tab = () => new PurchaseIds(deviceStorage())

describe('the id of a purchase', () => {
  beforeEach(() => localStorage.clear())

  it('is the same for a second click and in a second tab', () => {
    expect(tab().idFor('small', NOW, () => ONE)).toBe(ONE)
    expect(tab().idFor('small', NOW + 1, () => OTHER)).toBe(ONE)
    expect(tab().idFor('small', NOW + HOUR - 1, () => OTHER)).toBe(ONE)
  })

  it('differs for another package', () => {
    tab().idFor('small', NOW, () => ONE)
    expect(tab().idFor('large', NOW, () => OTHER)).toBe(OTHER)
  })

  it('changes after an hour, and if the clock was set back', () => {
    tab().idFor('small', NOW, () => ONE)
    expect(tab().idFor('small', NOW + HOUR, () => OTHER)).toBe(OTHER)
    localStorage.clear()
    tab().idFor('small', NOW, () => ONE)
    expect(tab().idFor('small', NOW - 1, () => OTHER)).toBe(OTHER)
  })

  it('changes once the purchase is finished, not before', () => {
    tab().idFor('small', NOW, () => ONE)
    tab().forget('small', OTHER)
    expect(tab().idFor('small', NOW, () => OTHER)).toBe(ONE)
    tab().forget('small', ONE)
    expect(tab().idFor('small', NOW, () => OTHER)).toBe(OTHER)
  })

  it.each(['', '{}', '{"id":"../../x","at":1}', 'null'])('is made anew where %j lies in its place', (text) => {
    localStorage.setItem('zest.purchase.small', text)
    expect(tab().idFor('small', NOW, () => ONE)).toBe(ONE)
  })
})
