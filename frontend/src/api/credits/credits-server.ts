import type { CreditChange } from '../../lib/credits/credits'
import type { Backend } from '../backend'
import type { LiveServer } from '../recipes/live-connection'

/** One call of the payment, the admin or the grocery API. */
export interface RestCall {
  readonly method: 'GET' | 'POST'
  /** From the origin on: "/api/payment/…". */
  readonly path: string
  readonly body?: Readonly<Record<string, unknown>>
  /** Whether anybody may ask, and an answer is everybody's. */
  readonly open?: boolean
  /** What says who asks, where that is not a member's id token. */
  readonly token?: string
}

/** What credits need of the server; `amplify/credits` is behind it. */
export interface CreditsServer {
  readonly send: Backend['send']
  /** The JSON that a call answers. Rejects with a `CreditFailure`. */
  call(call: RestCall): Promise<unknown>
  /** Hears of changes of a member's balance; the returned function ends it. */
  readonly listen: LiveServer<CreditChange>['listen']
  /** Fetches fresh credentials. */
  refreshSession(): Promise<void>
}
