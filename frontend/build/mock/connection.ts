/** Replaces src/shared/api/amplify/backend.ts in `npm run dev:mock` (plugin.ts). */
import type { Account } from '../../src/shared/api/account/account.ts'
import type { amplifyConnection as Replaced } from '../../src/shared/api/amplify/backend.ts'
import type { ApiClient } from '../../src/shared/api/api-client.ts'
import type { ErrorCode } from '../../src/shared/lib/errors.ts'
import { Problem } from '../../src/shared/lib/errors.ts'
import { MockBackend } from './mock-backend.ts'

/** A guest's connection to the in-memory server. There are no members and no REST APIs. */
export const amplifyConnection: typeof Replaced = () => {
  const backend = new MockBackend()
  const apiClient: ApiClient = {
    send: backend.send,
    refreshSession: () => backend.refreshSession(),
    call: notAvailable,
    subscribe: () => () => undefined,
  }
  return { backend, account: guest, apiClient: async () => apiClient }
}

const guest: Account = {
  user: async () => null,
  listen: () => () => undefined,
  rename: notAvailable,
  changePassword: notAvailable,
  signInWithGoogle: notAvailable,
  finishSignInWithGoogle: async () => ({ signedIn: false, reason: 'UNKNOWN' }),
  signOut: async (leaveTo) => location.assign(leaveTo),
}

async function notAvailable(): Promise<never> {
  throw new Problem<ErrorCode>('UNKNOWN', 'The mock does not have this.')
}
