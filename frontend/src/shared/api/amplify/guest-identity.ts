import { deviceStorage, keysOf, readText } from '../../lib/browser/storage'

/** The library's storage key for the current user. */
export function isLastUser(key: string): boolean {
  return key.startsWith('CognitoIdentityServiceProvider.') && key.endsWith('.LastAuthUser')
}

export function keepsTokens(): boolean {
  return keysOf(deviceStorage()).some(isLastUser)
}

/**
 * Whether this browser has an identity, or a call needed one. New identities count towards a quota of the region, so a
 * guest gets one with the first call that needs it.
 */
export class GuestIdentity {
  readonly #key: string
  readonly #listeners = new Set<() => void>()
  #isNeeded = false

  constructor(identityPoolId: string) {
    this.#key = `com.amplify.Cognito.${identityPoolId}.identityId`
  }

  get isWanted(): boolean {
    return this.#isNeeded || keepsTokens() || readText(deviceStorage(), this.#key) !== null
  }

  /** Called before a call that needs an identity. */
  need(): void {
    if (this.#isNeeded) return
    this.#isNeeded = true
    this.#tell()
  }

  on(listener: () => void): () => void {
    // Another tab may create it.
    const onStorage = ({ key }: StorageEvent) => {
      if (key === this.#key && this.isWanted) this.#tell()
    }
    addEventListener('storage', onStorage)
    this.#listeners.add(listener)
    return () => {
      removeEventListener('storage', onStorage)
      this.#listeners.delete(listener)
    }
  }

  #tell(): void {
    for (const listener of [...this.#listeners]) listener()
  }
}
