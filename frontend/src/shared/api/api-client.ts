import type { Backend, Subscribe } from './backend'

/** A call of the REST APIs: payment, admin, groceries, assistant, personal tokens, proposals. */
export interface RestCall {
  readonly method: 'GET' | 'POST' | 'DELETE'
  /** Path on this origin: "/api/payment/…". */
  readonly path: string
  readonly body?: Readonly<Record<string, unknown>>
  /** Whether the call is public, and sent without a token. */
  readonly open?: boolean
  /** Token to send instead of the member's id token. */
  readonly token?: string
}

/**
 * Server access for the features: GraphQL (`send`), REST (`call`) and subscriptions (`subscribe`). Implemented by
 * `amplify/rest`.
 */
export interface ApiClient {
  readonly send: Backend['send']
  /** Returns the JSON answer. Rejects with a `Problem`. */
  call(call: RestCall): Promise<unknown>
  /** Subscribes to changes other than recipes: a member's balance, an answer of the assistant, a shared list. */
  readonly subscribe: Subscribe
  refreshSession(): Promise<void>
}
