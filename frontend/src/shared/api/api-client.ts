import type { Backend, Subscribe } from './backend'

/** A call of the REST APIs: payment, admin, groceries, assistant. */
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

/** What the features ask the server: GraphQL (`send`), REST (`call`) and changes (`subscribe`). `amplify/rest` implements it. */
export interface ApiClient {
  readonly send: Backend['send']
  /** The JSON that a call answers. Rejects with a `Problem`. */
  call(call: RestCall): Promise<unknown>
  /** Hears of changes of what is not recipes: a member's balance, an answer of the assistant's. */
  readonly subscribe: Subscribe
  /** Fetches fresh credentials. */
  refreshSession(): Promise<void>
}
