import { beforeEach, describe, expect, it } from 'vitest'
import { ScriptedApiClient } from '../../../shared/api/scripted-api-client'
import { TokenApi } from './token-api'

const TOKEN = {
  id: '0123456789abcdef'.repeat(2),
  name: 'Kitchen robot',
  scopes: ['extract'],
  createdAt: '2026-11-22T12:00:00.000Z',
  expiresAt: null,
  usedAt: '2026-11-23T12:00:00.000Z',
}

let server: ScriptedApiClient
let tokens: TokenApi

beforeEach(() => {
  server = new ScriptedApiClient()
  tokens = new TokenApi(server)
})

describe('the API of personal tokens', () => {
  it('lists tokens', async () => {
    server.answers.set('GET /api/tokens', { tokens: [TOKEN] })
    expect(await tokens.list()).toEqual([TOKEN])
  })

  it.each([[{}], [{ tokens: [{ ...TOKEN, scopes: 'extract' }] }], [{ tokens: [{ ...TOKEN, usedAt: 'today' }] }]])(
    'rejects an answer that is no list: %j',
    async (answer) => {
      server.answers.set('GET /api/tokens', answer)
      await expect(tokens.list()).rejects.toMatchObject({ code: 'UNKNOWN' })
    },
  )

  it('returns the text of a new token and sends no lifetime for a token without end', async () => {
    server.answers.set('POST /api/tokens', { token: TOKEN, secret: 'zest_text' })
    expect(await tokens.create({ name: 'Kitchen robot', scopes: ['extract'], days: 30 })).toBe('zest_text')
    await tokens.create({ name: 'Kitchen robot', scopes: ['extract'], days: null })
    expect(server.calls.map(({ body }) => body)).toEqual([
      { name: 'Kitchen robot', scopes: ['extract'], expiresInDays: 30 },
      { name: 'Kitchen robot', scopes: ['extract'] },
    ])
  })

  it('keeps an id within one path segment', async () => {
    server.answers.set('DELETE /api/tokens/..%2Ftokens', { id: '../tokens' })
    await tokens.revoke('../tokens')
    expect(server.calls).toHaveLength(1)
  })
})
