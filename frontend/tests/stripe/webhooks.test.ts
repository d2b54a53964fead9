import Stripe from 'stripe'
import { describe, expect, it } from 'vitest'
import { deliveries, secret, signedAt } from './objects'

// An unused key: checking webhooks makes no call.
const { webhooks } = new Stripe('sk_test_unused')
const TOLERANCE = 300

function constructed(body: string, header: string, at = signedAt) {
  return webhooks.constructEvent(body, header, secret, TOLERANCE, undefined, at * 1000)
}

describe('webhook events of the Stripe stand-in, checked with Stripe’s library', () => {
  it.each(deliveries)('$type is signed as Stripe signs', ({ type, header, body }) => {
    expect(constructed(body, header).type).toBe(type)
    expect(webhooks.generateTestHeaderString({ payload: body, secret, timestamp: signedAt })).toBe(header)
  })

  it('an old, changed or foreign event is rejected', () => {
    for (const { header, body } of deliveries.slice(0, 1)) {
      expect(() => constructed(body, header, signedAt + TOLERANCE + 1)).toThrow()
      expect(() => constructed(`${body} `, header)).toThrow()
      expect(() =>
        webhooks.constructEvent(body, header, 'whsec_other', TOLERANCE, undefined, signedAt * 1000),
      ).toThrow()
    }
  })
})
