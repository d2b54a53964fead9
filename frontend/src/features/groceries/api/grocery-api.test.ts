import { beforeEach, describe, expect, it } from 'vitest'
import { ISSUE_OWNER_TOKEN } from '../../../contract/operations'
import type { AnalyticsEvent } from '../../../shared/api/analytics'
import type { RestCall } from '../../../shared/api/api-client'
import { ScriptedBackend } from '../../../shared/api/test-support'
import { Problem } from '../../../shared/lib/errors'
import { GroceryApi, type GroceryOrder, MAX_ROWS } from './grocery-api'

const SALT = { name: 'salt', quantity: '', unit: '', displayText: 'salt' }
const ORDER: GroceryOrder = {
  ingredients: [SALT, { ...SALT, name: 'milk' }],
  title: '',
  instructions: [],
  imageUrl: '',
  partnerLinkbackUrl: 'https://zest.example/shopping-list',
  locale: 'en-CA',
}
const AGAIN = '2026-11-22T12:00:00.000Z'
const ANSWER = { url: 'https://shop.example/list', ingredients: [], expiresAt: '2026-12-22T12:00:00.000Z' }

let calls: RestCall[]
let issued: number
let events: AnalyticsEvent[]
let answer: () => unknown

beforeEach(() => {
  calls = []
  issued = 0
  events = []
  answer = () => ANSWER
})

const api = () => {
  const backend = new ScriptedBackend()
  backend.answer(ISSUE_OWNER_TOKEN, () => {
    issued += 1
    return { issueOwnerToken: { token: `t${issued}`, expiresAt: '2126-11-22T12:00:00Z' } }
  })
  return new GroceryApi(
    {
      send: backend.send,
      call: async (call) => {
        calls.push(call)
        return answer()
      },
    },
    (event) => events.push(event),
  )
}

describe('the grocery service', () => {
  it('returns the address of the list, sends the owner token, and records an event', async () => {
    expect(await api().link(ORDER)).toBe('https://shop.example/list')
    expect(calls).toEqual([{ method: 'POST', path: '/api/instacart/generate-url', body: ORDER, token: 't1' }])
    expect(events).toEqual([{ name: 'instacart_url_generated', ingredient_count: 2 }])
  })

  it.each([
    [null],
    [{}],
    [{ ...ANSWER, url: 'javascript:alert(1)' }],
    [{ ...ANSWER, url: '/elsewhere' }],
    [{ ...ANSWER, expiresAt: 'soon' }],
  ])('leads to no answer that is none: %j', async (wrong) => {
    answer = () => wrong
    await expect(api().link(ORDER)).rejects.toMatchObject({ code: 'UNKNOWN' })
    expect(events).toEqual([])
  })

  it.each([
    [new Problem('LIMIT_REACHED', AGAIN), 'LIMIT_REACHED', AGAIN],
    [new Problem('LIMIT_REACHED'), 'BUSY', null],
    [new Problem('BUSY'), 'BUSY', null],
    [new Problem('OFFLINE'), 'OFFLINE', null],
    [new Problem('UNAUTHORIZED'), 'UNAUTHORIZED', null],
    [new Problem('INVALID_INPUT'), 'UNKNOWN', null],
    [new Error('?'), 'UNKNOWN', null],
  ])('hands on %s', async (thrown, code, detail) => {
    answer = () => {
      throw thrown
    }
    await expect(api().link(ORDER)).rejects.toMatchObject({ code, detail })
    expect(events).toEqual([])
  })

  it('is retried once with a fresh token', async () => {
    answer = () => {
      if (calls.length === 1) throw new Problem('UNAUTHORIZED')
      return ANSWER
    }
    const groceries = api()
    expect(await groceries.link(ORDER)).toBe(ANSWER.url)
    expect(await groceries.link(ORDER)).toBe(ANSWER.url)
    expect(calls.map(({ token }) => token)).toEqual(['t1', 't2', 't2'])
    answer = () => {
      throw new Problem('UNAUTHORIZED')
    }
    await expect(groceries.link(ORDER)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    expect(calls).toHaveLength(5)
  })

  it('is not called for too many rows', async () => {
    const long = { ...ORDER, ingredients: Array.from({ length: MAX_ROWS + 1 }, () => SALT) }
    await expect(api().link(long)).rejects.toMatchObject({ code: 'TOO_LONG' })
    expect(calls).toEqual([])
  })
})
