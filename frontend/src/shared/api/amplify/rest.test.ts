import { beforeEach, expect, it, vi } from 'vitest'
import type { RestCall } from '../api-client'
import { ScriptedBackend } from '../test-support'
import { amplifyApiClient } from './rest'

const CALL: RestCall = { method: 'POST', path: '/api/instacart/generate-url', body: {}, token: 'owner' }
const AGAIN = '2026-11-22T12:00:00.000Z'

let tokens: (string | null)[]

beforeEach(() => {
  tokens = []
})

const ask = (status: number, body: unknown, call = CALL) => {
  vi.stubGlobal('fetch', async (_: string, { headers }: RequestInit) => {
    tokens.push(new Headers(headers).get('authorization'))
    return new Response(JSON.stringify(body), { status })
  })
  const idToken = async (fresh: boolean) => (fresh ? 'fresh' : 'member')
  return amplifyApiClient(new ScriptedBackend(), () => () => undefined, idToken).call(call)
}

it.each([
  [429, { code: 'LIMIT_REACHED', message: `LIMIT_REACHED: try again after ${AGAIN}` }, 'LIMIT_REACHED', AGAIN],
  [429, { message: 'Too Many Requests' }, 'BUSY', null],
  [503, { code: 'GROCERY_UNAVAILABLE', message: 'try again in a moment' }, 'BUSY', null],
  [409, { code: 'AGENT_NO_SERVINGS', message: 'no servings' }, 'AGENT_NO_SERVINGS', null],
  [400, { code: 'NEWER_THAN_US' }, 'UNKNOWN', null],
  [401, { code: 'NEWER_THAN_US' }, 'UNAUTHORIZED', null],
  [503, null, 'BUSY', null],
])('an answer of %s with %j rejects with %s, detail %s', async (status, body, code, detail) => {
  await expect(ask(status, body)).rejects.toMatchObject({ code, detail })
})

it('sends a given token, once', async () => {
  await expect(ask(401, {})).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  expect(tokens).toEqual(['owner'])
})

it('sends the member’s token if none is given, and a new one after a refusal', async () => {
  await expect(ask(401, {}, { method: 'GET', path: '/api/payment/purchases/a' })).rejects.toMatchObject({
    code: 'UNAUTHORIZED',
  })
  expect(tokens).toEqual(['member', 'fresh'])
})

it('sends no token with an open call', async () => {
  expect(await ask(200, { ok: true }, { method: 'GET', path: '/api/payment/packages', open: true })).toEqual({
    ok: true,
  })
  expect(tokens).toEqual([null])
})
