import { vi } from 'vitest'
import { ScriptedBackend } from '../test-support'
import type { Account, GoogleOutcome, SessionEvent, User } from './account'
import { RecipeClaims } from './recipe-claims'
import { SessionStore } from './session-store'

export const COOK: User = {
  sub: 'sub-1',
  email: 'cook@example.com',
  name: 'Maria',
  admin: false,
  hasPassword: true,
}

/** An account with a user set by the test. */
export class ScriptedAccount implements Account {
  person: User | null = null
  /** Thrown by `user` if set. */
  fault: Error | null = null
  readonly #listeners = new Set<(event: SessionEvent) => void>()

  readonly user = vi.fn(async () => {
    if (this.fault !== null) throw this.fault
    return this.person
  })

  readonly listen: Account['listen'] = (onEvent) => {
    this.#listeners.add(onEvent)
    return () => this.#listeners.delete(onEvent)
  }

  readonly rename = vi.fn(async (_name: string) => undefined)
  readonly changePassword = vi.fn(async (_old: string, _next: string) => undefined)
  readonly signInWithGoogle = vi.fn(async () => undefined)
  readonly finishSignInWithGoogle = vi.fn(async (): Promise<GoogleOutcome> => ({ signedIn: true }))
  readonly signOut = vi.fn(async (_leaveTo: string) => {
    this.person = null
    this.tell('signed-out')
  })

  tell(event: SessionEvent): void {
    for (const listener of this.#listeners) listener(event)
  }
}

/** A session store over a scripted account, with empty hooks. */
export function sessionsOf(account: ScriptedAccount, backend = new ScriptedBackend()): SessionStore {
  return new SessionStore(account, backend, new RecipeClaims(backend), {
    onCaller: () => undefined,
    onEnded: () => undefined,
    onLeaving: async () => undefined,
    onLogin: () => undefined,
    onLogout: () => undefined,
  })
}
