import { describe, expect, it, vi } from 'vitest'
import { lazyAccount } from './lazy-account'
import { COOK, ScriptedAccount } from './test-support'

describe('lazy account', () => {
  it('answers once the library is loaded', async () => {
    const real = new ScriptedAccount()
    real.person = COOK
    expect(await lazyAccount(async () => real).user()).toEqual(COOK)
  })

  it('rejects with a problem when the library fails to load, and loads it again on the next call', async () => {
    const real = new ScriptedAccount()
    const load = vi.fn(async () => real).mockRejectedValueOnce(new TypeError('Failed to fetch'))
    const account = lazyAccount(load)
    await expect(account.user()).rejects.toMatchObject({ code: 'OFFLINE' })
    expect(await account.user()).toBeNull()
  })

  it('delivers events once to listeners added before the library was loaded', async () => {
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
