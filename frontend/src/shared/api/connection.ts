import type { Account } from './account/account'
import type { ApiClient } from './api-client'
import type { Backend } from './backend'

/** The server, and the people it knows, through one client library. */
export interface Connection {
  readonly backend: Backend
  readonly account: Account
  /** Loads the client of the REST APIs. */
  readonly apiClient: () => Promise<ApiClient>
}
