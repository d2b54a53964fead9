import { deviceStorage, keysOf, readText } from '../../lib/browser/storage'

/** The library's storage key for the current user. */
export function isLastUser(key: string): boolean {
  return key.startsWith('CognitoIdentityServiceProvider.') && key.endsWith('.LastAuthUser')
}

export function keepsTokens(): boolean {
  return keysOf(deviceStorage()).some(isLastUser)
}

/**
 * Whether this browser has an identity. Each new one costs the region's quota, so that a visitor gets one with the first
 * call that needs it.
 */
export class FirstIdentity {
  readonly #key: string
  readonly #listeners = new Set<() => void>()
  /** Without storage the library keeps the identity in memory. */
  #isKnown = false

  constructor(identityPoolId: string) {
    this.#key = `com.amplify.Cognito.${identityPoolId}.identityId`
  }

  get exists(): boolean {
    return this.#isKnown || keepsTokens() || readText(deviceStorage(), this.#key) !== null
  }

  /** Reports that the caller was identified. */
  created(): void {
    this.#isKnown = true
    this.#tell()
  }

  on(listener: () => void): () => void {
    // Another tab may create it.
    const onStorage = ({ key }: StorageEvent) => {
      if (key === this.#key && this.exists) this.#tell()
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
