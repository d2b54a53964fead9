import { afterEach, describe, expect, it, vi } from 'vitest'
import { GuestIdentity } from './guest-identity'

const KEY = 'com.amplify.Cognito.eu-west-1:pool.identityId'
const identity = () => new GuestIdentity('eu-west-1:pool')

afterEach(() => localStorage.clear())

describe('first identity', () => {
  it.each([
    ['nothing', null, false],
    ['a guest’s identity', KEY, true],
    ['the identity of another pool', 'com.amplify.Cognito.eu-west-1:other.identityId', false],
    ['a signed-in user', 'CognitoIdentityServiceProvider.client.LastAuthUser', true],
  ])('with %s in storage', (_, key, isWanted) => {
    if (key !== null) localStorage.setItem(key, 'x')
    expect(identity().isWanted).toBe(isWanted)
  })

  it('is wanted once a call needs it, also without storage', () => {
    const first = identity()
    const listener = vi.fn()
    first.on(listener)
    first.need()
    first.need()
    expect([first.isWanted, listener.mock.calls.length]).toEqual([true, 1])
  })

  it('may be created in another tab', () => {
    const listener = vi.fn()
    const stop = identity().on(listener)
    dispatchEvent(new StorageEvent('storage', { key: 'zest.other' }))
    expect(listener).not.toHaveBeenCalled()
    localStorage.setItem(KEY, 'x')
    dispatchEvent(new StorageEvent('storage', { key: KEY }))
    expect(listener).toHaveBeenCalledTimes(1)
    stop()
    dispatchEvent(new StorageEvent('storage', { key: KEY }))
    expect(listener).toHaveBeenCalledTimes(1)
  })
})
