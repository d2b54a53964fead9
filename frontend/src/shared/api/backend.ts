import type { Operation } from '../../contract/operation'
import type { RecipeChange } from '../lib/recipe/recipe'

export interface LiveHandlers<Change = RecipeChange> {
  /** The server has taken the subscription; it repeats after each reconnect. Only now is it time to load. */
  onAcknowledged(): void
  onChange(change: Change): void
  /** Changes may be missed from now on. */
  onDisrupted(): void
  /** This subscription is dead for good. */
  onError(): void
}

/**
 * Listens to what a subscription tells; the returned function ends it.
 *
 * @param changeOf what of a message is the change; null for a message that is none.
 */
export type Subscribe = <Data, Variables, Change>(
  operation: Operation<Data, Variables>,
  variables: Variables,
  handlers: LiveHandlers<Change>,
  changeOf: (data: Data) => Change | null,
) => () => void

/** What the app needs of its server; `amplify/backend` is the one that talks to it. */
export interface Backend {
  /** Sends one operation. Rejects with a `Problem`. */
  send<Data, Variables>(operation: Operation<Data, Variables>, variables: Variables): Promise<Data>
  /**
   * Sends an operation that must outlive the page, without waiting for an answer.
   * Returns false when no proof of ownership is at hand; nothing was sent then.
   */
  sendOnLeaving<Data, Variables>(operation: Operation<Data, Variables>, variables: Variables): boolean
  /** Fetches the proof of ownership ahead of its use. */
  prepareOwnership(): Promise<void>
  /** Whose list it is. Rejects with a `Problem`, for instance while the network is away. */
  owner(): Promise<string>
  /** Listens to the owner's changes; the returned function ends it. */
  listen(owner: string, handlers: LiveHandlers): () => void
  /** Fetches fresh credentials: those that a dead subscription was refused with are of no more use. */
  refreshSession(): Promise<void>
}
