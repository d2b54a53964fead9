import { describe, expect, it, vi } from 'vitest'
import { type AuthChoice, type AuthNeeds, type Caller, chooseAuth, ownerOf, timestampToken } from './auth-mode'
import { OwnerTokenCache } from './owner-token'

describe('authorization mode', () => {
  const member: Caller = { userName: 'sub', identityId: 'us-east-1:1' }
  const guest: Caller = { identityId: 'us-east-1:1' }
  const rows: [string, AuthNeeds, Caller, AuthChoice][] = [
    [
      'explicit wins over ownership',
      { mode: { mode: 'identityPool' }, ownership: true },
      member,
      { mode: 'identityPool' },
    ],
    ['ownership takes the issued token', { ownership: true }, member, { mode: 'lambda', token: 'owner' }],
    ['ownership of a guest as well', { ownership: true }, guest, { mode: 'lambda', token: 'owner' }],
    ['a user name takes the user pool', { ownership: false }, member, { mode: 'userPool' }],
    ['an identity alone takes the identity pool', { ownership: false }, guest, { mode: 'identityPool' }],
    ['nobody takes a token with a time only', { ownership: false }, {}, { mode: 'lambda', token: 'timestamp' }],
  ]
  it.each(rows)('%s', (_, needs, caller, expected) => {
    expect(chooseAuth(needs, caller)).toEqual(expected)
  })

  it('the list owner is the user name, or else the identity id', () => {
    expect(ownerOf(member)).toBe('sub')
    expect(ownerOf(guest)).toBe('us-east-1:1')
    expect(ownerOf({})).toBeUndefined()
  })

  it('the timestamp token contains only a time', () => {
    expect(timestampToken(1_795_246_680_000.5)).toBe('1795246680000')
  })
})

describe('owner token', () => {
  const at = (ms: number) => new Date(ms).toISOString()

  it('is cached until a minute before it expires', async () => {
    let now = 0
    const issue = vi.fn(async () => ({ token: `t${now}`, expiresAt: at(now + 900_000) }))
    const cache = new OwnerTokenCache(issue, () => now)
    expect(await cache.get()).toBe('t0')
    now = 839_999
    expect(await cache.get()).toBe('t0')
    now = 840_000
    expect(cache.held()).toBeUndefined()
    expect(await cache.get()).toBe('t840000')
    expect(issue).toHaveBeenCalledTimes(2)
  })

  it('is requested once by concurrent calls', async () => {
    const issue = vi.fn(async () => ({ token: 't', expiresAt: at(900_000) }))
    const cache = new OwnerTokenCache(issue, () => 0)
    await Promise.all([cache.get(), cache.get()])
    expect(issue).toHaveBeenCalledTimes(1)
  })

  it('is not cached if the caller has changed during the request', async () => {
    let answer = (_: { token: string; expiresAt: string }) => {}
    const issue = vi.fn(async () => ({ token: 'new', expiresAt: at(900_000) }))
    issue.mockImplementationOnce(() => new Promise((resolve) => (answer = resolve)))
    const cache = new OwnerTokenCache(issue, () => 0)
    const former = cache.get()
    cache.forget()
    expect(await cache.get()).toBe('new')
    answer({ token: 'former', expiresAt: at(900_000) })
    expect(await former).toBe('former')
    expect(cache.held()).toBe('new')
  })

  it('is requested again after it was forgotten or the request failed', async () => {
    const issue = vi.fn(async () => ({ token: 't', expiresAt: at(900_000) }))
    issue.mockRejectedValueOnce(new Error('offline'))
    const cache = new OwnerTokenCache(issue, () => 0)
    await expect(cache.get()).rejects.toThrow('offline')
    expect(await cache.get()).toBe('t')
    cache.forget()
    await cache.get()
    expect(issue).toHaveBeenCalledTimes(3)
  })
})
