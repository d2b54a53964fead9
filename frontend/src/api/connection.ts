import type { Account } from './account/account'
import type { Backend } from './backend'
import type { CreditsServer } from './credits/credits-server'

/** The server, and the people it knows, through one client library. */
export interface Connection {
  readonly backend: Backend
  readonly account: Account
  /** Loads what credits need besides. */
  readonly credits: () => Promise<CreditsServer>
}
