import type { Account } from './account/account'
import type { ApiClient } from './api-client'
import type { Backend } from './backend'

/** The server operations and the account, over one client library. */
export interface Connection {
  readonly backend: Backend
  readonly account: Account
  readonly apiClient: () => Promise<ApiClient>
}
