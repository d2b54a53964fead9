import { describe, expect, it, vi } from 'vitest'
import { lazyAccount } from './lazy-account'
import { COOK, ScriptedAccount } from './test-support'

describe('an account whose library is on its way', () => {
  it('answers once it is there', async () => {
    const real = new ScriptedAccount()
    real.person = COOK
    expect(await lazyAccount(async () => real).user()).toEqual(COOK)
  })

  it('says so as a problem when the library cannot be loaded, and tries again', async () => {
    const real = new ScriptedAccount()
    const load = vi.fn(async () => real).mockRejectedValueOnce(new TypeError('Failed to fetch'))
    const account = lazyAccount(load)
    await expect(account.user()).rejects.toMatchObject({ code: 'OFFLINE' })
    expect(await account.user()).toBeNull()
  })

  it('lets whoever listened before hear what happens after, once', async () => {
    const real = new ScriptedAccount()
    const account = lazyAccount(async () => real)
    const heard: string[] = []
    const stop = account.listen((event) => heard.push(event))
    real.tell('signed-in')
    await account.user()
    await account.user()
    real.tell('refreshed')
    expect(heard).toEqual(['refreshed'])
    stop()
    real.tell('signed-out')
    expect(heard).toEqual(['refreshed'])
  })
})
