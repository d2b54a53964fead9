import { beforeEach, describe, expect, it } from 'vitest'
import { ScriptedApiClient } from '../../../shared/api/scripted-api-client'
import { AdminApi } from './admin-api'

const ACT = { key: '0123456789abcdef', reason: 'a broken import' }

let server: ScriptedApiClient
let admin: AdminApi

beforeEach(() => {
  server = new ScriptedApiClient()
  admin = new AdminApi(server)
})

describe('the admin API', () => {
  it('finds members by email, with any characters in it', async () => {
    const member = { id: 'sub-1', email: 'a+b&c@example.com', createdAt: null, enabled: true, confirmed: true }
    server.answers.set('GET /api/admin/members?email=a%2Bb%26c%40example.com', { members: [member] })
    expect(await admin.find({ email: 'a+b&c@example.com' })).toEqual([member])
  })

  it('keeps a member id within one path segment', async () => {
    server.answers.set('GET /api/admin/members/..%2F..%2Fpayment/credits', 'NOT_FOUND')
    await expect(admin.account('../../payment')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  it('grants credits with the idempotency key and the reason', async () => {
    server.answers.set('POST /api/admin/members/sub-1/grants', { balance: { creditBalance: 15 } })
    expect(await admin.grant('sub-1', 5, ACT)).toBe(15)
    expect(server.calls[0]?.body).toEqual({ ...ACT, credits: 5 })
  })

  it('takes credits as a negative number, and returns how many were taken', async () => {
    server.answers.set('POST /api/admin/members/sub-1/adjustments', { taken: 3, balance: { creditBalance: 0 } })
    expect(await admin.take('sub-1', 5, ACT)).toEqual({ taken: 3, balance: 0 })
    expect(server.calls[0]?.body).toEqual({ ...ACT, credits: -5 })
  })

  it.each([[null], [{}], [{ balance: {} }], [{ balance: { creditBalance: '15' } }]])(
    'shows no balance where the answer has none: %j',
    async (answer) => {
      server.answers.set('POST /api/admin/members/sub-1/grants', () => answer)
      await expect(admin.grant('sub-1', 5, ACT)).rejects.toMatchObject({ code: 'UNKNOWN' })
    },
  )

  it('passes on why a payment is not refunded', async () => {
    server.answers.set('POST /api/admin/purchases/p-1/refund', 'REFUND_REFUSED')
    await expect(admin.refund('p-1', ACT)).rejects.toMatchObject({ code: 'REFUND_REFUSED' })
  })
})
