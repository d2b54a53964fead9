import { problemOf } from '../server-errors'
import type { Account, SessionEvent } from './account'

/** An account that loads its library on first use. Listeners added before then are attached after loading. */
export function lazyAccount(load: () => Promise<Account>): Account {
  let loaded: Account | undefined
  const listeners = new Map<(event: SessionEvent) => void, (() => void) | undefined>()

  const attach = (account: Account) => {
    for (const [onEvent, end] of listeners) if (end === undefined) listeners.set(onEvent, account.listen(onEvent))
  }
  const ready = async (): Promise<Account> => {
    try {
      loaded = await load()
    } catch (thrown) {
      throw problemOf(thrown)
    }
    attach(loaded)
    return loaded
  }

  return {
    user: async () => (await ready()).user(),
    rename: async (name) => (await ready()).rename(name),
    changePassword: async (old, next) => (await ready()).changePassword(old, next),
    signInWithGoogle: async () => (await ready()).signInWithGoogle(),
    finishSignInWithGoogle: async () => (await ready()).finishSignInWithGoogle(),
    signOut: async (leaveTo) => (await ready()).signOut(leaveTo),
    listen(onEvent) {
      listeners.set(onEvent, undefined)
      if (loaded !== undefined) attach(loaded)
      return () => {
        listeners.get(onEvent)?.()
        listeners.delete(onEvent)
      }
    },
  }
}
