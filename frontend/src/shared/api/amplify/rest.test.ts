import { beforeEach, expect, it, vi } from 'vitest'
import type { RestCall } from '../api-client'
import { ScriptedBackend } from '../test-support'
import { amplifyCredits } from './rest'

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
  return amplifyCredits(new ScriptedBackend(), () => () => undefined, idToken).call(call)
}

it.each([
  [429, { code: 'LIMIT_REACHED', message: `LIMIT_REACHED: try again after ${AGAIN}` }, AGAIN],
  [429, { message: 'Too Many Requests' }, null],
  [503, { code: 'GROCERY_UNAVAILABLE', message: 'try again in a moment' }, null],
  [503, null, null],
])('an answer of %s with %j says when: %s', async (status, body, again) => {
  await expect(ask(status, body)).rejects.toMatchObject({ problem: 'BUSY', again })
})

it('a token that was given is shown, once', async () => {
  await expect(ask(401, {})).rejects.toMatchObject({ problem: 'UNAUTHORIZED' })
  expect(tokens).toEqual(['owner'])
})

it('a member’s own token is shown where none is given, and a fresh one after a refusal', async () => {
  await expect(ask(401, {}, { method: 'GET', path: '/api/payment/purchases/a' })).rejects.toMatchObject({
    problem: 'UNAUTHORIZED',
  })
  expect(tokens).toEqual(['member', 'fresh'])
})

it('an open call shows none', async () => {
  expect(await ask(200, { ok: true }, { method: 'GET', path: '/api/payment/packages', open: true })).toEqual({
    ok: true,
  })
  expect(tokens).toEqual([null])
})
