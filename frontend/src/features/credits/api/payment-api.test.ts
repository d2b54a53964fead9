import { beforeEach, describe, expect, it } from 'vitest'
import { ScriptedApiClient } from '../../../shared/api/scripted-api-client'
import { PaymentApi } from './payment-api'

const ID = '0123456789abcdef'.repeat(2)
const PURCHASE = {
  id: ID,
  packageId: 'small',
  credits: 20,
  amountUsd: 2.99,
  status: 'COMPLETED',
  purchaseDate: '2026-11-22T12:00:00.000Z',
  expirationDate: '2027-11-23T12:00:00.000Z',
}

let server: ScriptedApiClient
let payments: PaymentApi

beforeEach(() => {
  server = new ScriptedApiClient()
  payments = new PaymentApi(server)
})

const checkout = () => payments.checkout(ID, 'small', 'es')
const onCheckout = (answer: unknown) => server.answers.set('POST /api/payment/checkout', answer)

describe('the payment API', () => {
  it('lists packages without authentication', async () => {
    const packages = [{ id: 'small', credits: 20, prices: { usd: 299, eur: 279 } }]
    server.answers.set('GET /api/payment/packages', { packages })
    expect(await payments.packages()).toEqual([{ id: 'small', credits: 20, priceCents: 299 }])
    expect(server.calls).toEqual([{ method: 'GET', path: '/api/payment/packages', open: true }])
  })

  it('returns the checkout address in the language of the user', async () => {
    onCheckout({ url: 'https://pay.example/session' })
    expect(await checkout()).toEqual({ url: 'https://pay.example/session' })
    expect(server.calls[0]?.body).toEqual({ purchaseId: ID, packageId: 'small', language: 'es' })
  })

  it('returns a finished purchase instead of an address', async () => {
    onCheckout({ purchase: PURCHASE })
    expect(await checkout()).toEqual({ purchase: PURCHASE })
  })

  it.each([
    [{}],
    [{ url: 'javascript:alert(1)' }],
    [{ url: '/elsewhere' }],
    [{ purchase: { ...PURCHASE, status: 'PAID' } }],
    [{ purchase: { ...PURCHASE, credits: '20' } }],
    [null],
  ])('follows no answer that is none: %j', async (answer) => {
    onCheckout(() => answer)
    await expect(checkout()).rejects.toMatchObject({ code: 'UNKNOWN' })
  })

  it('passes on the reason of a refused call', async () => {
    onCheckout('OTHER_PURCHASE')
    await expect(checkout()).rejects.toMatchObject({ code: 'OTHER_PURCHASE' })
  })

  it('keeps a purchase id within one path segment', async () => {
    server.answers.set('GET /api/payment/purchases/..%2Fpackages', 'UNKNOWN_PURCHASE')
    await expect(payments.purchase('../packages')).rejects.toMatchObject({ code: 'UNKNOWN_PURCHASE' })
  })

  it('returns the address of the receipt', async () => {
    server.answers.set(`GET /api/payment/purchases/${ID}/receipt`, { url: 'https://pay.example/receipt' })
    expect(await payments.receipt(ID)).toBe('https://pay.example/receipt')
  })
})
