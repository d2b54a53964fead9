import { beforeEach, expect, it, vi } from 'vitest'
import { lookUpCaller } from './caller'

const warn = vi.fn()
beforeEach(() => {
  warn.mockReset()
  vi.spyOn(console, 'warn').mockImplementation(warn)
})

const failing = (error: unknown) => async () => {
  throw error
}
const named = (name: string, message: string) => Object.assign(new Error(message), { name })

it.each([
  ['a member', { identityId: 'us-east-1:1', userSub: 'sub' }, { identityId: 'us-east-1:1', userName: 'sub' }],
  ['a guest', { identityId: 'us-east-1:1' }, { identityId: 'us-east-1:1' }],
  ['somebody with a user name alone', { userSub: 'sub' }, { userName: 'sub' }],
])('knows %s, and logs nothing', async (_, session, caller) => {
  expect(await lookUpCaller(async () => session)).toEqual(caller)
  expect(warn).not.toHaveBeenCalled()
})

it('logs a failed lookup without the identity in its message, and returns null', async () => {
  expect(await lookUpCaller(failing(named('ResourceNotFoundException', 'Identity us-east-1:1 not found')))).toBeNull()
  expect(warn.mock.calls).toEqual([['identity: the lookup failed (UNKNOWN, ResourceNotFoundException)']])
})

it('logs a lookup without a network and rejects, so that it is retried', async () => {
  await expect(lookUpCaller(failing(new TypeError('Failed to fetch')))).rejects.toThrow('OFFLINE')
  expect(warn.mock.calls).toEqual([['identity: the lookup failed (OFFLINE, TypeError)']])
})

it('warns about a session without an identity or a user name', async () => {
  expect(await lookUpCaller(async () => ({}))).toBeNull()
  expect(warn.mock.calls).toEqual([['identity: there is neither an identity nor a user name']])
})
